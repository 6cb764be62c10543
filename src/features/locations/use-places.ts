import { useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { machinePositions, MachinePosition } from '#protocol/locations.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { useMemberCountry } from '../../entities/profile.ts'
import type { Position } from '../../lib/distance.ts'
import type { MapFocus } from '../../ui/position-map.tsx'
import { foundPlaces, knownPlaces, type KnownPlace } from './known-places.ts'
import { addresses, machines, regionsOf } from './queries.ts'
import { usualRadius, type ChooseLocationSearch, type Radius } from './search.ts'
import { shownMachines, type ShownMachine } from './shown-machines.ts'
import { useLastPosition } from './use-locating.tsx'

/** What the list is sorted from: the reader's own place, or a known one. */
export type Near = { kind: 'here'; at: Position; foundAt: number } | { kind: 'known'; at: Position; place: KnownPlace }

export interface Places {
  query: UseQueryResult<Answer<typeof machinePositions>>
  /** What map and list show. */
  shown: readonly ShownMachine[]
  /** The nearest machine beyond the radius. */
  nearest: ShownMachine | undefined
  selected: MachinePosition | undefined
  /** Cities and addresses with the wanted words. */
  found: readonly KnownPlace[]
  near: Near | undefined
  radius: Radius
  focus: MapFocus | undefined
  here: Position | undefined
  /** The position under the pin in the middle of the map. */
  spot: Position | undefined
  setSpot: (at: Position) => void
  text: string
}

/** Everything that the screen shows, from its address and the words that are typed. */
export function usePlaces(search: ChooseLocationSearch, text: string): Places {
  const { i18n } = useLingui()
  const { kind, near: nearId, selected: selectedId, latitude, longitude, radius = usualRadius } = search
  const isMember = useSignedIn() !== undefined
  const query = useQuery(machines)
  const own = useQuery({ ...addresses, enabled: isMember }).data?.items
  const regions = useQuery(regionsOf(useMemberCountry())).data?.items
  const here = useLastPosition()
  const [spot, setSpot] = useState<Position>()
  const known = useMemo(() => knownPlaces(regions ?? [], own ?? []), [regions, own])
  const near = useMemo((): Near | undefined => {
    if (nearId === 'here') return here && { kind: 'here', at: here, foundAt: here.foundAt }
    const place = known.find((it) => it.id === nearId)
    return place && { kind: 'known', at: place.at, place }
  }, [nearId, here, known])
  const items = query.data?.items
  const { shown, nearest } = useMemo(
    () => shownMachines(items ?? [], { text, kind, near: near?.at, radiusM: radius }, i18n.locale),
    [items, text, kind, near, radius, i18n.locale],
  )
  const selected = items?.find((it) => it.machineId === selectedId)
  const isPicking = search.for !== undefined
  const focus = useMemo((): MapFocus | undefined => {
    if (isPicking && selected) return { at: selected }
    if (near) return { at: near.at, radiusKm: isPicking ? undefined : radius / 1000 }
    return latitude !== undefined && longitude !== undefined ? { at: { latitude, longitude } } : undefined
  }, [isPicking, selected, near, radius, latitude, longitude])
  const found = useMemo(() => foundPlaces(known, text, i18n.locale), [known, text, i18n.locale])
  return { query, shown, nearest, selected, found, near, radius, focus, here, spot, setSpot, text }
}
