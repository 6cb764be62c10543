import { sql, type RawBuilder } from 'kysely'

/** The last known ride after the machine was away. Trips count at their end or later. */
const rideKnownAt = sql`greatest(
  (select max(ended_at) from revenue where machine_id = m.id and counted_at > away.at),
  (select max(since) from machine_state where machine_id = m.id and since > away.at and state = 'in service'),
  (select max(at) from machine_position where machine_id = m.id and at > away.at and state = 'in service'))`

/**
 * Joins what tells where a vehicle `m` is: its `last` position up to an instant, the one before it came to its stand
 * (`away`, where `last` is there), its `arrival` after that, and the last known `ride` since.
 */
export function placesUntil(until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join machine_position last on m.kind = 'vehicle' and last.machine_id = m.id
      and last.at = (select max(at) from machine_position where machine_id = m.id and at <= ${until})
    left join machine_position away on last.is_at_stand and away.machine_id = m.id
      and away.at = (select max(at) from machine_position where machine_id = m.id and at <= ${until} and not is_at_stand)
    left join machine_position arrival on arrival.machine_id = m.id and arrival.at = (
      select min(at) from machine_position where machine_id = m.id and at > away.at and at <= ${until})
    left join lateral (select ${rideKnownAt} as at) ride on away.at is not null`
}
