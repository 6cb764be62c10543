import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { UnitDetail } from '#protocol/products.ts'
import { useIsOff } from '../../entities/use-is-off.ts'
import { useTimeAgo } from '../../entities/use-time-ago.ts'
import { Section } from '../../ui/card.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { PlaceMap } from '../../entities/place-map.tsx'
import type { MapPlace } from '../../ui/position-map.tsx'
import { type QueryLike, QueryStates } from '../../ui/query-states.tsx'
import { ownPiles, ownVehicles, type OwnPosition } from './queries.ts'

/** Where the machine of a unit is, as far as its owner may know (docs/positions.md). */
export function MachinePlace({ unit }: { unit: UnitDetail }) {
  if (useIsOff('locations')) return null
  return unit.kind === 'pile' ? <PilePlace unit={unit} /> : <VehiclePlace unit={unit} />
}

function VehiclePlace({ unit }: { unit: UnitDetail }) {
  return <PlaceAmong query={useQuery(ownVehicles)} unit={unit} />
}

function PilePlace({ unit }: { unit: UnitDetail }) {
  return <PlaceAmong query={useQuery(ownPiles)} unit={unit} />
}

function PlaceAmong({ query, unit }: { query: QueryLike<{ items: readonly OwnPosition[] }>; unit: UnitDetail }) {
  return (
    <Section title={<Trans>Where it is</Trans>}>
      <QueryStates query={query} skeleton={<MapSkeleton />}>
        {({ items }) => <Place unit={unit} position={items.find((it) => it.machineId === unit.machineId)} />}
      </QueryStates>
    </Section>
  )
}

function Place({ unit, position }: { unit: UnitDetail; position: OwnPosition | undefined }) {
  const { t } = useLingui()
  const timeAgo = useTimeAgo()
  const places = useMemo(() => (position ? [placeOf(unit, position)] : []), [unit, position])
  if (!position)
    return (
      <p className="text-ink-soft">
        <Trans>The operator doesn't say where it is.</Trans>
      </p>
    )
  const { exact, place, reportedAt, serviceState } = position
  const { name } = unit
  const when = timeAgo(reportedAt)
  return (
    <>
      <PlaceMap label={t`Where ${name} is`} places={places} />
      <p className="text-ink-soft">
        {unit.kind === 'pile' ? (
          place
        ) : exact ? (
          <Trans>
            At its base in {place}, {when}.
          </Trans>
        ) : serviceState === 'in service' ? (
          <Trans>
            Someone is riding it now. Its place is rounded to about 1 km and at least ten minutes old, so nobody can be
            followed. As of {when}.
          </Trans>
        ) : (
          <Trans>Rounded to about 1 km and at least ten minutes old, to protect riders' privacy. As of {when}.</Trans>
        )}
      </p>
    </>
  )
}

function placeOf({ id, name, kind }: UnitDetail, { latitude, longitude, place }: OwnPosition): MapPlace {
  return {
    id,
    at: { latitude, longitude },
    label: place === '' ? name : `${name}, ${place}`,
    icon: kind === 'pile' ? 'pile' : 'car',
  }
}

function MapSkeleton() {
  return (
    <Skeleton>
      <BlockBone shape="h-80 w-full rounded-lg!" />
    </Skeleton>
  )
}
