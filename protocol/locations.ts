import * as v from 'valibot'
import { get } from './call.ts'
import { Id, Instant, Latitude, Longitude, MachineKind, Slug, whole } from './primitives.ts'
import { ServiceState } from './products.ts'

/**
 * Where a machine is. While somebody rides it, the place is rounded to about a kilometre and `exact` is false:
 * an owner may know that the machine works, not where a rider goes.
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
  place: v.string(),
  /** When the machine last said so. */
  reportedAt: Instant,
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

/** Every machine on offer near a point, for the map; without a point, all of them. `radiusM` in metres. */
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
