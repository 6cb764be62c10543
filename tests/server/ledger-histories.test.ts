import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { foreignTransfers } from '#tests/support/foreign-transfers.ts'
import { databases } from '#tests/support/databases.ts'
import { booksOf, history, makeWorld, rounds, take, type Step, type World } from '#tests/support/ledger-history.ts'
import { settleDue } from '#tests/support/ledger-world.ts'
import { longer } from '#tests/support/longer.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A command that makes a unit earn, as random commands seldom do. */
const aUnitEarns: Step[] = [
  { kind: 'buy', who: 0, what: 0, quantity: 1, wallet: 'recharge' },
  { kind: 'wait', minutes: 5 },
  { kind: 'trip', what: 0, amount: 4000, id: 0, lateMinutes: 0 },
  { kind: 'wait', minutes: 2000 },
  { kind: 'trip', what: 0, amount: 900, id: 1, lateMinutes: 1900 },
]
/** The same, and the revenue is taken back: some of it was claimed and spent. */
const andTakenBack: Step[] = [
  ...aUnitEarns,
  { kind: 'settle', atOnce: 1 },
  { kind: 'claim', who: 0 },
  { kind: 'take back', of: 'top up', who: 0, id: 1 },
  { kind: 'take back', of: 'trip', who: 0, id: 0 },
]
/** Income of two orders is claimed together, in parts of a whole unit of money, and both are cancelled. */
const andCancelled: Step[] = [
  { kind: 'buy', who: 0, what: 0, quantity: 1, wallet: 'recharge' },
  { kind: 'buy', who: 0, what: 0, quantity: 1, wallet: 'recharge' },
  { kind: 'wait', minutes: 5 },
  { kind: 'trip', what: 0, amount: 3490, id: 0, lateMinutes: 0 },
  { kind: 'wait', minutes: 960 },
  { kind: 'settle', atOnce: 1 },
  { kind: 'claim', who: 0 },
  { kind: 'cancel', which: 0 },
  { kind: 'cancel', which: 1 },
]
/** Three of four histories begin with a unit that has earned, so that later commands act on it. */
const lives = fc.oneof(
  history,
  history.map((steps) => [...aUnitEarns, ...steps]),
  history.map((steps) => [...andTakenBack, ...steps]),
  history.map((steps) => [...andCancelled, ...steps]),
)

describe.each(databases)('Whatever happens, the books on $name', ({ open }) => {
  let database: Database
  let worlds = 0
  // Each world's clock begins months after the one before, whose periods are all settled by then.
  const season = () => new ManualClock(new Date(Date.UTC(2026, 10, 20 + 90 * worlds++, 8, 17)).toISOString())
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  test(
    'balance, hold their floors, pay every unit its share exactly, and count nothing twice',
    async () => {
      let paidUnits = 0
      await fc.assert(
        fc.asyncProperty(lives, async (steps) => {
          const world = await makeWorld(database, season())
          const diary = new Diary(world)
          for (const step of steps) {
            if (step.kind === 'wait') world.clock.advance(step.minutes * minute)
            const again = await take(world, step)
            await diary.note(step)
            const before = await booksOf(world)
            // A settlement that was interrupted has lines left to pay; any other command has its effect once.
            if (step.kind !== 'settle and crash') await again()
            expect(await booksOf(world)).toEqual(before)
            expect(await reconcile(database.kysely)).toEqual([])
            expect(await wronglyGrown(world)).toEqual([])
          }
          world.clock.advance(5 * day)
          await settleDue(database, world.clock)
          expect(await reconcile(database.kysely)).toEqual([])
          expect(await foreignTransfers(database.kysely)).toEqual([])
          const paid = await paidByUnit(world)
          expect(paid).toEqual(diary.expected())
          paidUnits += Object.keys(paid).length
        }),
        { numRuns: 6 * longer, endOnFailure: true },
      )
      expect(paidUnits).toBeGreaterThan(0)
    },
    240_000 * longer,
  )

  test(
    'balance too when everything happens at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(rounds, fc.integer({ min: 30, max: 1500 }), async (all, minutes) => {
          const world = await makeWorld(database, season())
          for (const steps of all) {
            await Promise.all(steps.map((step) => take(world, step)))
            world.clock.advance(minutes * minute)
          }
          expect(await reconcile(database.kysely)).toEqual([])
          world.clock.advance(5 * day)
          await Promise.all([settleDue(database, world.clock), settleDue(database, world.clock)])
          expect(await reconcile(database.kysely)).toEqual([])
          expect(await wronglyPaid(world)).toEqual([])
          expect(await wronglyGrown(world)).toEqual([])
        }),
        { numRuns: 6 * longer, endOnFailure: true },
      )
    },
    240_000 * longer,
  )
})

/** How late a trip may arrive and still be of those who held units when it ended (docs/ledger.md, "Settlement"). */
const lateMost = 30 * day

interface Session {
  key: string
  at: number
  share: number
}
/** A unit and the time in which it is held. `known` sessions of its machine had come in when it was bought. */
interface Holding {
  machineId: string
  from: number
  until: number
  known: number
}

/**
 * What should be paid, computed without the server from two lists: who held which unit when, and when each session
 * ended. Of a session each unit has the same part that was held when it ended; what a unit has is rounded down once.
 */
class Diary {
  #world: World
  #sessions = new Map<string, Session[]>()
  #holdings = new Map<string, Holding>()
  #booked = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  async note(step: Step): Promise<void> {
    if (step.kind === 'trip') this.#noteTrip(step)
    if (step.kind === 'take back' && step.of === 'trip') this.#noteTakenBack(`${step.who} ${step.id}`)
    const rows = await this.#world.database.kysely
      .selectFrom('unit')
      .selectAll()
      .where('memberId', 'in', this.#world.members)
      .execute()
    for (const { id, machineId, activeFrom, expiresAt, status } of rows) {
      if (status === 'cancelled') this.#holdings.delete(id)
      else if (!this.#holdings.has(id))
        this.#holdings.set(id, {
          machineId,
          from: Date.parse(activeFrom),
          until: Date.parse(expiresAt),
          known: this.#sessionsOf(machineId).length,
        })
    }
  }

  expected(): Record<string, number> {
    return Object.fromEntries(
      [...this.#holdings].map(([id, it]) => [id, this.#earnedBy(it)] as const).filter(([, paid]) => paid > 0),
    )
  }

  #noteTrip({ what, id, amount, lateMinutes }: Extract<Step, { kind: 'trip' }>): void {
    const machine = this.#world.machines[what]
    const key = `${what} ${id}`
    if (!machine || this.#booked.has(key)) return
    this.#booked.add(key)
    const at = this.#world.clock.now() - Math.min(lateMinutes * minute, lateMost)
    const share = Math.floor((amount * machine.memberShareBp) / 10_000)
    this.#sessions.set(machine.machineId, [...this.#sessionsOf(machine.machineId), { key, at, share }])
  }

  #noteTakenBack(key: string): void {
    for (const session of [...this.#sessions.values()].flat()) if (session.key === key) session.share = 0
  }

  #sessionsOf(machineId: string): Session[] {
    return this.#sessions.get(machineId) ?? []
  }

  #earnedBy({ machineId, from, until, known }: Holding): number {
    const shares = this.#sessionsOf(machineId)
      // At one instant, what had come in before the purchase was somebody else's.
      .filter(({ at }, index) => at < until && (at > from || (at === from && index >= known)))
      .map((it) => it.share)
    const unitsTotal = this.#world.machines.find((it) => it.machineId === machineId)?.unitsTotal ?? 1
    return Math.floor(shares.reduce((sum, share) => sum + share, 0) / unitsTotal)
  }
}

async function paidByUnit({ database, members }: World): Promise<Record<string, number>> {
  const { rows } = await sql<{ unitId: string; paid: number }>`
    select unit.id as unit_id, (line.amount - coalesce(taken.amount, 0))::bigint as paid
    from unit join ${sumsOf('settlement_line')} line on line.member_id = unit.member_id and line.unit_id = unit.id
    left join ${sumsOf('income_reversal')} taken on taken.member_id = unit.member_id and taken.unit_id = unit.id
    where unit.member_id = any(${members}::uuid[]) and unit.status <> 'cancelled'`.execute(database.kysely)
  return Object.fromEntries(rows.filter(({ paid }) => paid > 0).map(({ unitId, paid }) => [unitId, paid]))
}

function sumsOf(table: 'settlement_line' | 'income_reversal') {
  return sql`(select member_id, unit_id, sum(amount) as amount from ${sql.table(table)} group by member_id, unit_id)`
}

/** Units whose lines don't add up to their part of the sessions between purchase and expiry. */
async function wronglyPaid({ database, members }: World): Promise<unknown[]> {
  const { rows } = await sql`
    with run as materialized (select machine_id, counted_at, share from revenue)
    select id, status, paid, lines from (
      select unit.id, unit.status, unit.paid, (coalesce(line.amount, 0) - coalesce(taken.amount, 0))::bigint as lines,
        (select coalesce(sum(share), 0)::bigint from run where run.machine_id = unit.machine_id
          and counted_at > unit.active_from and counted_at < unit.expires_at) / machine.units_total as least,
        (select coalesce(sum(share), 0)::bigint from run where run.machine_id = unit.machine_id
          and counted_at >= unit.active_from and counted_at < unit.expires_at) / machine.units_total as most
      from unit join machine on machine.id = unit.machine_id
      left join ${sumsOf('settlement_line')} line on line.member_id = unit.member_id and line.unit_id = unit.id
      left join ${sumsOf('income_reversal')} taken on taken.member_id = unit.member_id and taken.unit_id = unit.id
      where unit.member_id = any(${members}::uuid[])
    ) it where lines <> paid or status = 'active' or status = 'expired' and paid not between least and most`.execute(
    database.kysely,
  )
  return rows
}

/**
 * Members whose growth isn't one for every whole unit of money claimed of orders that weren't cancelled, less what was
 * taken back.
 */
async function wronglyGrown({ database, members }: World): Promise<unknown[]> {
  const { rows } = await sql`
    select id, growth, kept from (
      select member.id, growth, greatest(coalesce(claimed.amount, 0) - coalesce(taken.amount, 0), 0)::bigint as kept
      from member left join (
        select unit.member_id, sum(line.amount) as amount
        from unit join settlement_line line on line.member_id = unit.member_id and line.unit_id = unit.id
        where unit.status <> 'cancelled' and line.claim_id is not null group by unit.member_id
      ) claimed on claimed.member_id = member.id left join (
        select unit.member_id, sum(back.amount) as amount
        from unit join income_reversal back on back.member_id = unit.member_id and back.unit_id = unit.id
        where unit.status <> 'cancelled' group by unit.member_id
      ) taken on taken.member_id = member.id
      where member.id = any(${members}::uuid[])
    ) grown where growth <> kept / 100`.execute(database.kysely)
  return rows
}
