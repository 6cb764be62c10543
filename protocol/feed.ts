import * as v from 'valibot'
import { post } from './call.ts'
import { Amount, Currency, Id, Instant, Slug } from './primitives.ts'

/**
 * The operator's door: what machines report and payment rails confirm. Callers hold the feed key, not a member's token.
 * Later adapters (OCPP 1.6-J for piles, trip reports for vehicles) speak to this door and to no other.
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
  /** Who reports: the feed's own name. With `externalId` it makes a booking count once, for ever. */
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

/** A vehicle's trip. Distance in metres. */
export const feedTrip = post('feed/trip', {
  who: 'operator',
  specified: false,
  replayed: false,
  args: v.object({ ...Booking, distanceM: Amount }),
  answer: Booked,
})

/** A pile's charging session. Energy in watt-hours. */
export const feedSession = post('feed/session', {
  who: 'operator',
  specified: false,
  replayed: false,
  args: v.object({ ...Booking, energyWh: Amount }),
  answer: Booked,
})

/** What a machine is doing now: a fault or a rest stops its income and says so to its owners. */
export const feedState = post('feed/state', {
  who: 'operator',
  specified: false,
  replayed: false,
  args: v.object({
    source: Slug,
    deviceNumber: Booking.deviceNumber,
    state: v.picklist(['idle', 'in service', 'paused or faulty', 'resting']),
    since: DeviceInstant,
  }),
  answer: v.object({}),
})

/** Money a payment rail has received for a member. Credited once, ever, by (source, externalId). */
export const feedTopUp = post('feed/topUp', {
  who: 'operator',
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
  answer: Booked,
})
