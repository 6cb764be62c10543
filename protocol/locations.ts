import * as v from 'valibot'
import { get } from './call.ts'
import { Empty, Id, Instant, Latitude, Longitude, MachineKind, Slug, whole } from './primitives.ts'
import { ServiceState } from './products.ts'

/**
 * Where a machine is. Anything but the place where the operator keeps it is rounded to a grid of about a kilometre and
 * at least ten minutes old, and `exact` is false: an owner may know that the machine works, not where a rider goes
 * (docs/positions.md).
 */
export const MachinePosition = v.object({
  machineId: Id,
  productId: Id,
  name: v.string(),
  kind: MachineKind,
  art: Slug,
  deviceNumber: v.string(),
  serviceState: ServiceState,
  latitude: Latitude,
  longitude: Longitude,
  exact: v.boolean(),
  /** The town and quarter of its offer, in words. */
  place: v.string(),
  /** When the machine reported this place; where it reports none, when it was last heard of. */
  reportedAt: Instant,
  /** When the machine last reported anything; null where it never did. Absent from answers of earlier servers. */
  lastSeenAt: v.optional(v.nullable(Instant)),
})
export type MachinePosition = v.InferOutput<typeof MachinePosition>

const OwnMachine = v.object({ unitId: v.optional(Id) })

/** Vehicles the caller holds units of, or the one behind `unitId`. */
export const vehiclePositions = get('vehicle/realtime/position/list', {
  args: OwnMachine,
  answer: v.object({
    items: v.array(v.object({ ...MachinePosition.entries, /** Percent. */ battery: v.nullable(whole(0, 100)) })),
  }),
})

/** Charging piles the caller holds units of, or the one behind `unitId`, with what their plugs do. */
export const chargingPositions = get('charging/realtime/position/list', {
  args: OwnMachine,
  answer: v.object({
    items: v.array(v.object({ ...MachinePosition.entries, plugs: whole(0, 1000), plugsInUse: whole(0, 1000) })),
  }),
})

/**
 * Every machine on offer whose shown place is near a point, the nearest first; without a point, all of them. `radiusM`
 * in metres along the sphere.
 */
export const machinePositions = get('g/vehicle/position/list', {
  who: 'anyone',
  args: v.object({
    latitude: v.optional(Latitude),
    longitude: v.optional(Longitude),
    radiusM: v.optional(whole(100, 1_000_000), 50_000),
    kind: v.optional(MachineKind),
  }),
  answer: v.object({ items: v.array(MachinePosition) }),
})

/** Under `/wx/`: where the archive with the streets is served, in ranges. */
export const streetTilesPath = 'street-tiles'

/**
 * Ours: the operator's archive of street tiles (PMTiles), null where there is none. Its address changes with its
 * content. `attribution` is who drew the streets, to be shown on the map; empty where the archive doesn't say.
 * `isInvented`: those of the demonstration, which are nowhere to be found.
 */
export const streets = get('map/streets', {
  specified: false,
  who: 'anyone',
  args: Empty,
  answer: v.object({
    archive: v.nullable(
      v.object({
        address: v.pipe(v.string(), v.regex(/^\/wx\/street-tiles\/[\w-]+\.pmtiles$/, 'must be on this server')),
        attribution: v.string(),
        isInvented: v.boolean(),
      }),
    ),
  }),
})
export type StreetArchive = NonNullable<v.InferOutput<typeof streets.answer>['archive']>
