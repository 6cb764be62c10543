import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef } from 'react'
import { shownKind } from '../../entities/product-path.ts'
import { PlaceMap } from '../../entities/place-map.tsx'
import type { MapPlace } from '../../ui/position-map.tsx'
import { MachineCard } from './machine-card.tsx'
import type { Places } from './use-places.ts'

interface LocationMapProps {
  places: Places
  isPicking: boolean
  /** The selected machine's heading takes the focus. */
  takesFocus: boolean
  onSelect: (id: string) => void
}

/** The machines of the list on the map, and below it the one that is selected. */
export function LocationMap({ places, isPicking, takesFocus, onSelect }: LocationMapProps) {
  const { t } = useLingui()
  const { shown, selected, focus, here, setSpot } = places
  // Moving the map renders this part again only where a spot is chosen; the pins must not notice.
  const select = useRef(onSelect)
  useEffect(() => {
    select.current = onSelect
  })
  const onPin = useMemo(() => (id: string) => select.current(id), [])
  const pins = useMemo(
    () =>
      shown.map(({ machine }): MapPlace => ({
        id: machine.machineId,
        at: machine,
        label: [machine.name, machine.place].filter(Boolean).join(', '),
        icon: shownKind(machine.kind) === 'vehicle' ? 'car' : 'pile',
      })),
    [shown],
  )
  return (
    <div className="flex flex-col gap-3">
      <PlaceMap
        label={
          isPicking ? t`Map: move it until the pin in the middle is at the place` : t`Map of the machines in the list`
        }
        places={pins}
        selected={selected?.machineId}
        onSelect={onPin}
        here={here}
        focus={focus}
        {...(isPicking && { onCentre: setSpot })}
        isTall
      />
      {isPicking && (
        <p className="text-small text-ink-soft">
          <Trans>Move the map with a finger or the arrow keys until the pin in the middle is at the place.</Trans>
        </p>
      )}
      {selected && !isPicking && (
        <MachineCard key={selected.machineId} machine={selected} near={places.near?.at} takesFocus={takesFocus} />
      )}
    </div>
  )
}
