import { sql, type RawBuilder } from 'kysely'
import { besideMachine, machineBeside as machine } from './beside-machine.ts'

/** SQL of the last known ride after the machine was away; null where it wasn't. Trips count at their end or later. */
export const rideKnownAt = sql`case when away.at is not null then greatest(
  (select max(ended_at) from revenue where machine_id = ${machine} and counted_at > away.at),
  (select max(since) from machine_state where machine_id = ${machine} and since > away.at and state = 'in service'),
  (select max(at) from machine_position where machine_id = ${machine} and at > away.at and state = 'in service')) end`

/**
 * Joins what tells where a vehicle `m` is: its `last` position up to an instant, the one before it came to its stand
 * (`away`, where `last` is there), and its `arrival` after that.
 */
export function placesUntil(until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${besideMachine()}
    left join machine_position last on m.kind = 'vehicle' and last.machine_id = ${machine}
      and last.at = (select max(at) from machine_position where machine_id = ${machine} and at <= ${until})
    left join machine_position away on last.is_at_stand and away.machine_id = ${machine}
      and away.at = (select max(at) from machine_position where machine_id = ${machine} and at <= ${until} and not is_at_stand)
    left join machine_position arrival on arrival.machine_id = ${machine} and arrival.at = (
      select min(at) from machine_position where machine_id = ${machine} and at > away.at and at <= ${until})`
}
