import * as v from 'valibot'
import { instant } from '../../../../clock.ts'

/** A vehicle as a feed tells it. `at` is null where the feed does not say when it was heard of. */
export interface ToldVehicle {
  vehicleId: string
  at: string | null
  latitude: number
  longitude: number
  /** Percent. */
  battery: number | null
  state: 'idle' | 'in service' | 'paused or faulty'
}

/** What a feed answered. Vehicles that can't be read are counted in `unreadable`, the others count. */
export interface ToldFleet {
  updatedAt: string
  ttlSeconds: number
  vehicles: ToldVehicle[]
  unreadable: number
}

/** Vehicles of one feed. A larger one is refused. */
const vehiclesMost = 20_000

/** An RFC 3339 instant as 3.0 writes it, or Unix seconds as earlier versions do. */
const When = v.union([
  v.pipe(
    v.string(),
    v.maxLength(40),
    v.check((it) => !Number.isNaN(Date.parse(it))),
    v.transform((it) => instant(Date.parse(it))),
  ),
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1e9),
    v.maxValue(1e10 - 1),
    v.transform((it) => instant(it * 1000)),
  ),
])

const degrees = (most: number) => v.pipe(v.number(), v.finite(), v.minValue(-most), v.maxValue(most))

const Document = v.object({
  last_updated: When,
  ttl: v.optional(v.pipe(v.number(), v.minValue(0)), 60),
  data: v.object({ vehicles: v.pipe(v.array(v.unknown()), v.maxLength(vehiclesMost)) }),
})

/** A docked vehicle may lack a place of its own, and is left out like one that can't be read. */
const Vehicle = v.object({
  vehicle_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  lat: degrees(90),
  lon: degrees(180),
  is_reserved: v.optional(v.boolean(), false),
  is_disabled: v.optional(v.boolean(), false),
  last_reported: v.optional(v.nullable(When), null),
  current_fuel_percent: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))), null),
})

/** Reads a `vehicle_status` document; fields it doesn't know are ignored. Null for anything else. */
export function readFleet(body: unknown): ToldFleet | null {
  const document = v.safeParse(Document, body)
  if (!document.success) return null
  const { last_updated: updatedAt, ttl, data } = document.output
  const read = data.vehicles.map((it) => v.safeParse(Vehicle, it))
  const vehicles = read.flatMap((it) => (it.success ? [toldOf(it.output)] : []))
  return {
    updatedAt,
    ttlSeconds: Math.round(Math.min(3600, Math.max(60, ttl))),
    vehicles,
    unreadable: read.length - vehicles.length,
  }
}

function toldOf(vehicle: v.InferOutput<typeof Vehicle>): ToldVehicle {
  const { vehicle_id: vehicleId, lat, lon, last_reported: at, current_fuel_percent: share } = vehicle
  return {
    vehicleId,
    at,
    latitude: lat,
    longitude: lon,
    battery: share === null ? null : Math.round(share * 100),
    // Who has reserved it is on the way to it, or rides it already.
    state: vehicle.is_disabled ? 'paused or faulty' : vehicle.is_reserved ? 'in service' : 'idle',
  }
}
