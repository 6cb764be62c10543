import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Keyring } from '../../db/keyring.ts'
import { keyringOf } from '../../db/keyring.ts'
import type { Db } from '../../db/open.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { waitForDeletions } from '../../ledger/settle.ts'
import { notify } from '../../notices/notify.ts'
import { winningTickets } from './fair-draw.ts'
import { closingOf, placeOfRound, roundAfter, roundOf, type RoundRow } from './pool-rounds.ts'

/** Closes every round whose week is over, in order, a transaction each (docs/fair-draws.md, "The pool"). */
export async function closePool({
  database,
  clock,
  config,
}: Pick<JobDeps, 'database' | 'clock' | 'config'>): Promise<void> {
  for (let round = await firstOpen(database.kysely); round && closingOf(round) <= clock.now();) {
    const closing = round
    await database.inTransaction((db) => closeRound(db, keyringOf(config), closing, clock))
    round = await firstOpen(database.kysely)
  }
}

/** What was put into a round so far: its points with what was carried into it, its draws and who made them. */
export async function inRound(
  db: Db,
  { round, shareBp, carried }: Pick<RoundRow, 'round' | 'shareBp' | 'carried'>,
): Promise<{ points: number; draws: number; members: number }> {
  const tallies = await db.selectFrom('poolTally').selectAll().where('round', '=', round).execute()
  const sum = (of: 'spent' | 'draws' | 'members') => tallies.reduce((so, it) => so + it[of], 0)
  const [spent, draws, members] = [sum('spent'), sum('draws'), sum('members')]
  return { points: carried + Math.floor((spent * shareBp) / 10_000), draws, members }
}

async function firstOpen(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('poolRound')
    .select('round')
    .where('closedAt', 'is', null)
    .orderBy('round')
    .limit(1)
    .executeTakeFirst()
  return row?.round
}

/** The lock waits for draws under way that are tickets of this round; later ones find it closed. */
async function closeRound(db: Db, ring: Keyring, name: string, clock: Clock): Promise<void> {
  // A deletion lets shares lapse that are there, and none would come after it.
  await waitForDeletions(db)
  const round = await db
    .selectFrom('poolRound')
    .selectAll()
    .where('round', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (round.closedAt !== null) return
  const seed = ring.decrypt({ ciphertext: round.seedSealed ?? '', keyId: round.keyId ?? '' }, placeOfRound(name))
  const { points, draws } = await inRound(db, round)
  const tickets = winningTickets(seed, { tickets: draws, winners: round.winners })
  const amount = tickets.length === 0 ? 0 : Math.floor(points / tickets.length)
  await dealOut(db, { round: name, tickets, amount }, clock)
  await db
    .updateTable('poolRound')
    .set({ seed, seedSealed: null, keyId: null, points, draws, closedAt: instant(clock) })
    .where('round', '=', name)
    .execute()
  const next = await roundOf(db, ring, roundAfter(name))
  await db
    .updateTable('poolRound')
    .set({ carried: next.carried + points - amount * tickets.length })
    .where('round', '=', next.round)
    .execute()
}

async function dealOut(
  db: Db,
  { round, tickets, amount }: { round: string; tickets: readonly number[]; amount: number },
  clock: Clock,
): Promise<void> {
  if (tickets.length === 0) return
  const { rows: holders } = await sql<{ ticket: number; memberId: string; deletedAt: string | null }>`
    select ticket, member_id, deleted_at from (
      select member_id, row_number() over (order by number) - 1 as ticket from draw where round = ${round}
    ) numbered join member on member.id = member_id where ticket = any(${tickets}::bigint[])`.execute(db)
  const won = tickets.map((ticket, place) => {
    const holder = holders.find((it) => it.ticket === ticket)
    if (!holder) throw new Error(`no ticket ${ticket} in ${round}`)
    return { ...holder, place, id: randomUUID() }
  })
  await db
    .insertInto('poolShare')
    .values(
      won.map(({ id, place, ticket, memberId, deletedAt }) => ({
        id,
        round,
        place,
        ticket,
        memberId,
        amount,
        at: instant(clock),
        // Who has left can receive nothing.
        status: deletedAt === null ? (0 as const) : (2 as const),
        receivedAt: null,
      })),
    )
    .execute()
  const told = won.filter((it) => amount > 0 && it.deletedAt === null)
  await notify(
    db,
    told.map(({ id, memberId }) => ({
      memberId,
      kind: 'pool_won' as const,
      ref: id,
      params: { round, points: amount },
      route: '/subPages/jackpot/index2',
    })),
    clock,
  )
}
