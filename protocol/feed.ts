import * as v from 'valibot'
import { post } from './call.ts'
import { Amount, Currency, Id, Instant, Latitude, Longitude, Slug, whole } from './primitives.ts'

/**
 * The operator's feed endpoints: what machines report and payment rails confirm. Callers hold a feed key, not a
 * member's token; it reports under its own source only, what its scopes say, and at most so much an hour.
 * Piles that speak OCPP have an endpoint of their own (docs/ocpp.md) and book by the same function.
 */

const inSeconds = (it: number) => new Date(it * 1000).toISOString()

/** An instant as devices give it: ours, or ten digits of Unix time, which are seconds (specification 9). */
export const DeviceInstant = v.union([
  Instant,
  v.pipe(
    v.string(),
    v.regex(/^[1-9]\d{9}$/, 'must be ten digits of seconds'),
    v.transform(Number),
    v.transform(inSeconds),
  ),
  v.pipe(v.number(), v.safeInteger(), v.minValue(1e9), v.maxValue(1e10 - 1), v.transform(inSeconds)),
])

const Booking = {
  /** Who reports: the source of the key. With `externalId` it makes a booking count once, for ever. */
  source: Slug,
  externalId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  deviceNumber: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  startedAt: DeviceInstant,
  endedAt: DeviceInstant,
  /** What the rider or driver paid, in minor units; already received by the operator. */
  amount: Amount,
  currency: Currency,
}
const Booked = v.object({ id: Id, counted: v.boolean() })

/** Reports that one call may bring, and the bytes that they take at the longest. */
const most = 1000
const mostJsonBytes = 1024 * 1024

const Trip = v.object({ ...Booking, distanceM: Amount })

/** A vehicle's trip. Distance in metres. */
export const feedTrip = post('feed/trip', {
  who: 'operator',
  scope: 'trips',
  specified: false,
  replayed: false,
  args: Trip,
  answer: Booked,
})

/**
 * Many trips, answered in their order. All of them are booked, or none and the error names the first that can't be:
 * `trips.3.amount`.
 */
export const feedTrips = post('feed/trips', {
  who: 'operator',
  scope: 'trips',
  specified: false,
  replayed: false,
  mostJsonBytes,
  args: v.object({ trips: v.pipe(v.array(Trip), v.minLength(1), v.maxLength(most)) }),
  answer: v.object({ items: v.array(Booked) }),
})

const states = ['idle', 'in service', 'paused or faulty', 'resting'] as const

/**
 * Where vehicles were, in any order and any number of times: a machine has one position an instant, the first that was
 * reported. Battery in percent, odometer in metres. Only the operator sees these places (docs/positions.md). All are
 * stored, or none and the error names the first that can't be: `positions.3.at`.
 */
export const feedPositions = post('feed/positions', {
  who: 'operator',
  scope: 'positions',
  specified: false,
  replayed: false,
  mostJsonBytes,
  args: v.object({
    source: Slug,
    positions: v.pipe(
      v.array(
        v.object({
          deviceNumber: Booking.deviceNumber,
          at: DeviceInstant,
          latitude: Latitude,
          longitude: Longitude,
          battery: v.optional(v.nullable(whole(0, 100)), null),
          odometerM: v.optional(v.nullable(Amount), null),
          /** What the vehicle was doing; without it, what was known of it then. */
          state: v.optional(v.nullable(v.picklist(states)), null),
        }),
      ),
      v.minLength(1),
      v.maxLength(most),
    ),
  }),
  /** `known` were reported before, or are too old to be kept. */
  answer: v.object({ counted: whole(0, most), known: whole(0, most) }),
})

/** A pile's charging session. Energy in watt-hours. */
export const feedSession = post('feed/session', {
  who: 'operator',
  scope: 'sessions',
  specified: false,
  replayed: false,
  args: v.object({ ...Booking, energyWh: Amount }),
  answer: Booked,
})

/** What a machine is doing now: a fault or a rest stops its income and says so to its owners. */
export const feedState = post('feed/state', {
  who: 'operator',
  scope: 'states',
  specified: false,
  replayed: false,
  args: v.object({
    source: Slug,
    deviceNumber: Booking.deviceNumber,
    state: v.picklist(states),
    since: DeviceInstant,
  }),
  answer: v.object({}),
})

/**
 * Money a payment rail has received for a member. Credited once, ever, by (source, externalId); what is above the
 * setting `top_up_review` is credited when an operator has approved it.
 */
export const feedTopUp = post('feed/topUp', {
  who: 'operator',
  scope: 'top-ups',
  specified: false,
  replayed: false,
  args: v.object({
    source: Slug,
    externalId: Booking.externalId,
    memberId: Id,
    amount: Amount,
    currency: Currency,
    receivedAt: DeviceInstant,
  }),
  answer: v.object({ ...Booked.entries, underReview: v.boolean() }),
})
