import { sql } from 'kysely'
import { instant, type Clock } from '../clock.ts'
import { sharedBefore, withShared } from '../db/entitlement.ts'
import type { Database, Db } from '../db/open.ts'
import { eachByItself } from '../each-by-itself.ts'
import { house } from './accounts.ts'
import { post } from './post.ts'

const day = 86_400_000
/** Revenue is at most 30 days late (docs/ledger.md, "Settlement"): who held what before that can't change any more. */
const settledAfter = 31 * day

/**
 * Books what of machines' revenue is the operator's because nobody held the units: of whole months whose revenue is all
 * in. It can be stopped anywhere and called again. Gives minor units over all currencies. A machine that fails keeps no
 * other waiting: throws once the others are booked.
 */
export async function bookUnsoldShares(database: Database, clock: Clock): Promise<number> {
  const through = instant(startOfMonth(clock.now() - settledAfter))
  const due = await database.kysely
    .selectFrom('machineTotal')
    .select('machineId')
    .where((it) => it.or([it('unsoldThrough', 'is', null), it('unsoldThrough', '<', through)]))
    .orderBy('machineId')
    .execute()
  let booked = 0
  await eachByItself(
    due,
    ({ machineId }) => `unsold share of machine ${machineId}`,
    async ({ machineId }) => {
      booked += await database.inTransaction((db) => bookOf(db, machineId, through, clock))
    },
  )
  return booked
}

async function bookOf(db: Db, machineId: string, through: string, clock: Clock): Promise<number> {
  await db.updateTable('machineTotal').set({ unsoldThrough: through }).where('machineId', '=', machineId).execute()
  const unsold = await unsoldOf(db, machineId)
  if (unsold.due <= 0) return 0
  await move(db, machineId, { ...unsold, kind: 'unsold_share', ref: `${machineId}/${through.slice(0, 10)}` }, clock)
  return unsold.due
}

/** After revenue was taken back, which the caller names by `ref`: gives back what was booked too much of it. */
export async function returnUnsoldShare(db: Db, machineId: string, ref: string, clock: Clock): Promise<void> {
  const unsold = await unsoldOf(db, machineId)
  if (unsold.due < 0) await move(db, machineId, { ...unsold, kind: 'unsold_return', ref }, clock)
}

interface Unsold {
  currency: string
  /** What is still to be booked; below 0 where too much was. */
  due: number
}

/**
 * What is left of the members' share of a machine up to `unsold_through` when every unit has its part of its own time.
 * Parts are counted in units_total-ths of a minor unit, so that what rounding leaves is never booked. The part of a
 * cancelled unit, or of a deleted account's, is what it was paid for its time up to then: later time may be paid too.
 */
async function unsoldOf(db: Db, machineId: string): Promise<Unsold> {
  // Read by itself: units lie with their members.
  const { unsoldThrough, unsoldPaid } = await db
    .selectFrom('machineTotal')
    .select(['unsoldThrough', 'unsoldPaid'])
    .where('machineId', '=', machineId)
    .executeTakeFirstOrThrow()
  if (unsoldThrough === null) return { currency: '', due: 0 }
  const through = sql`${unsoldThrough}::timestamptz`
  const shared = sharedBefore({ machineId: sql`${machineId}::uuid`, before: through })
  const {
    rows: [found],
  } = await sql<Unsold>`
    with held as materialized (
      select unit.machine_id, least(unit.expires_at, ${through}) as until, unit.share_before,
        case when unit.status = 'cancelled' or member.deleted_at is not null then unit.paid * machine.units_total end as most
      from unit join machine on machine.id = unit.machine_id join member on member.id = unit.member_id
      where unit.machine_id = ${machineId} and unit.active_from < ${through}
    ), part as materialized (select * from ${withShared('held')} it)
    select machine.currency, (
      floor((coalesce(${shared}, 0) * machine.units_total - coalesce(held.parts, 0))
        / machine.units_total::numeric)
      - ${unsoldPaid}::bigint)::bigint as due
    from machine
    cross join (select sum(least(greatest(total - share_before, 0), most)) as parts from part) held
    where machine.id = ${machineId}`.execute(db)
  return found ?? { currency: '', due: 0 }
}

async function move(
  db: Db,
  machineId: string,
  { currency, due, kind, ref }: Unsold & { kind: 'unsold_share' | 'unsold_return'; ref: string },
  clock: Clock,
): Promise<void> {
  const [machine, operator] = [{ ownerId: machineId, code: 'machine' }, house('operator')]
  const sides = due > 0 ? { debit: machine, credit: operator } : { debit: operator, credit: machine }
  await post(db, [{ ...sides, amount: Math.abs(due), asset: currency, kind, ref }], clock)
  await db
    .updateTable('machineTotal')
    .set((it) => ({ unsoldPaid: it('unsoldPaid', '+', due) }))
    .where('machineId', '=', machineId)
    .execute()
}

function startOfMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}
