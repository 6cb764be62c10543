import { useState } from 'react'
import { PositionMap, type MapPlace } from '#src/ui/position-map.tsx'
import { Qr } from '#src/ui/qr.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { invitation } from './invitation.ts'
import { Shelf, Specimen } from './specimen.tsx'

const places: readonly MapPlace[] = [
  { id: 'rest', at: { latitude: -6.2088, longitude: 106.8456 }, label: 'Kilat rest stop, Jakarta', icon: 'pile' },
  { id: 'next', at: { latitude: -6.2089, longitude: 106.8459 }, label: 'Kilat fifty, Jakarta', icon: 'pile' },
  { id: 'bogor', at: { latitude: -6.5971, longitude: 106.806 }, label: 'Melati night van, Bogor', icon: 'car' },
  { id: 'bandung', at: { latitude: -6.9147, longitude: 107.6098 }, label: 'Kancil S1, Bandung', icon: 'car' },
]

export function Places() {
  const [selected, setSelected] = useState('bogor')
  return (
    <Screen title="Places and codes" width="panes">
      <output>{selected}</output>
      <Shelf>
        <Specimen of="Map: several, two of them together">
          <PositionMap label="Where your machines are" places={places} selected={selected} onSelect={setSelected} />
        </Specimen>
        <Specimen of="Map: with the reader">
          <PositionMap
            label="Machines near you"
            places={places.slice(0, 1)}
            here={{ latitude: -6.23, longitude: 106.83 }}
          />
        </Specimen>
        <Specimen of="Map: nothing to show">
          <PositionMap label="Where your first machine will be" places={[]} />
        </Specimen>
        <Specimen of="QR">
          <Qr text={invitation} label="QR code of your invitation" />
          <p dir="ltr" className="wrap-anywhere">
            {invitation}
          </p>
        </Specimen>
      </Shelf>
    </Screen>
  )
}
