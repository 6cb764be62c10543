import { sql } from 'kysely'
import type { StationCommandKind } from '../../../db/charging-schema.ts'
import type { Clock } from '../../../clock.ts'
import { instant, millisOf } from '../../../clock.ts'
import { retried, type Db } from '../../../db/open.ts'
import { DomainError } from '../../../http/domain-error.ts'

/** After this nobody expects it any more: a car must not start to charge by itself in the middle of the night. */
const expectedMs = 60_000

/** Heartbeats come three times as often: a station that says nothing for so long is gone, or talks to nobody. */
export const idleMs = 15 * 60_000

export interface TakenCommand {
  id: number
  station: string
  kind: StationCommandKind
  args: Record<string, unknown>
}

/** Asks something of a connected station. The process that holds its connection picks it up. */
export async function askStation(
  db: Db,
  { station, kind, args }: { station: string; kind: StationCommandKind; args: Record<string, unknown> },
  clock: Clock,
): Promise<number> {
  const row = await db
    .selectFrom('station')
    .select(['connection', 'seenAt'])
    .where('identity', '=', station)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('bad_request', { field: 'station', problem: 'is not known' })
  if (!isConnected(row, clock)) throw new DomainError('bad_request', { field: 'station', problem: 'is not connected' })
  const { id } = await db
    .insertInto('stationCommand')
    .values({
      station,
      kind,
      args: JSON.stringify(args),
      askedAt: instant(clock),
      takenAt: null,
      answeredAt: null,
      answer: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether a station is connected to some process. One that was killed could not note the end of its connections. */
export function isConnected(
  { connection, seenAt }: { connection: string | null; seenAt: string | null },
  clock: Clock,
): boolean {
  return connection !== null && seenAt !== null && millisOf(seenAt) > clock.now() - idleMs
}

/**
 * Takes what is asked of the stations that hold these connections: each command goes to the process of the newest one.
 * What nobody took in time is marked, whichever station's it is.
 */
export async function takeCommands(db: Db, connections: readonly string[], clock: Clock): Promise<TakenCommand[]> {
  const [now, late] = [instant(clock), instant(clock.now() - expectedMs)]
  // The condition is there twice, as nothing is locked first: what another process takes now isn't taken again.
  const taking = sql<TakenCommand & { isLate: boolean }>`
    update station_command set taken_at = ${now}::timestamptz,
      answer = case when asked_at < ${late}::timestamptz then 'too late' end
    where (station, id) in (
      select station, id from station_command
      where taken_at is null and (station in (
        select identity from station where connection = any(${[...connections]}::uuid[])) or asked_at < ${late}::timestamptz)
      order by id limit 50
    ) and taken_at is null returning id, station, kind, args, answer is not null as is_late`
  const { rows } = await retried(() => taking.execute(db))
  return rows.filter((it) => !it.isLate).toSorted((a, b) => a.id - b.id)
}

export async function noteAnswer(
  db: Db,
  { station, id }: { station: string; id: number },
  answer: string,
  clock: Clock,
): Promise<void> {
  await db
    .updateTable('stationCommand')
    .set({ answeredAt: instant(clock), answer: answer.slice(0, 20_000) })
    .where('station', '=', station)
    .where('id', '=', id)
    .execute()
}
