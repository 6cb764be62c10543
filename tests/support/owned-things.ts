import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { instant, type Clock } from '#server/clock.ts'
import type { Db } from '#server/db/open.ts'
import { insertPasskey } from '#server/db/passkeys.ts'
import { startSession } from '#server/http/session.ts'

/** Members of a demonstration: one who has used everything, and one who gets copies of what the first has. */
interface Owners {
  own: string
  other: string
  clock: Clock
}

export type Things = Awaited<ReturnType<typeof thingsOf>>
export type Kind = keyof Things

/**
 * One thing of every kind that has ids of its own: the id of the caller's, and that of one like it of the other
 * member's. Copies are rows that a call without an owner check would find; they need not add up to sound books.
 */
export async function thingsOf(db: Db, { own, other, clock }: Owners) {
  const soon = instant(clock.now() + 3_600_000)
  const copyTo =
    (table: string, where = sql`true`, changed: () => Record<string, unknown> = () => ({})) =>
    async (memberId: string) =>
      await copyOf(db, { table, where: sql`member_id = ${own} and ${where}`, memberId, changed: changed() })
  /** The caller's is there; the other member gets a copy. */
  const copied = async (...of: Parameters<typeof copyTo>) => ({
    own: await idOf(db, of[0], sql`member_id = ${own} and ${of[1] ?? sql`true`}`),
    foreign: await copyTo(...of)(other),
  })
  const both = async (make: (memberId: string) => Promise<string>) => ({
    own: await make(own),
    foreign: await make(other),
  })
  const fresh = (name: string) => () => ({ [name]: randomUUID() })

  const revealed = { seed: '', seed_sealed: null, key_id: null, revealed_at: instant(clock) }
  const seed = await copyTo('draw_seed', undefined, () => revealed)(other)
  const drawOf = (kind: string) =>
    copied('draw', sql`game in (select id from game where kind like ${`%${kind}`})`, () => ({
      seed_id: seed,
      nonce: 1_000_000 + Math.floor(Math.random() * 1_000_000),
    }))
  const draft = await both(copyTo('order_draft', undefined, () => ({ expires_at: soon })))
  const paid = await copyTo('order_draft')(other)
  const order = await copied('purchase', undefined, () => ({ order_number: randomUUID(), draft_id: paid }))
  const card = await copied('bank_card', sql`removed_at is null and disabled_at is null`)
  return {
    address: await copied('address', sql`deleted_at is null`),
    avatar: await copied('avatar'),
    bonus: await both(copyTo('contract_bill', undefined, () => ({ kind: 'bonus', week: null, ref: randomUUID() }))),
    boxPrize: await drawOf('box'),
    card,
    cardBill: await copied('card_bill', sql`completed_at is null`, () => ({
      ref: randomUUID(),
      card_id: card.foreign,
    })),
    coupon: await copied('coupon', sql`used_at is null and minimum <= 2000`),
    deposit: await copied('time_deposit', sql`ended_at is null`),
    draft,
    lotteryPrize: await drawOf('lottery'),
    message: await both(copyTo('message', undefined, () => ({ ref: randomUUID(), read_at: null }))),
    order,
    passkey: await both((memberId) => passkeyOf(db, memberId, instant(clock))),
    pointsOrder: await copied('points_order', sql`status = 201`, fresh('order_number')),
    reward: await copied('invitation_reward', sql`received_at is null`, () => ({ invited_id: own })),
    session: await both(async (memberId) => (await startSession(db, memberId, undefined, clock)).sessionId),
    share: await both((memberId) => shareOf(db, memberId, instant(clock))),
    sitting: {
      own: randomUUID(),
      foreign: await copyOf(db, {
        table: 'quiz_attempt',
        key: 'sitting',
        where: sql`member_id = ${own}`,
        memberId: other,
        changed: { ended: null, ended_at: null, chosen: null, ends_at: soon },
      }),
    },
    topUp: await copied('awaited_top_up'),
    unit: await copied('unit', vehicleThatWasPaid, () => ({ purchase_id: order.foreign })),
    withdrawal: await copied('withdrawal', sql`state = 'requested'`, () => ({ card_id: card.foreign })),
  }
}

type Condition = RawBuilder<unknown>

/** A unit that settlement has paid, so that a bill is about it, and of a vehicle: some calls find no other. */
const vehicleThatWasPaid = sql`(member_id, id) in (select line.member_id, line.unit_id from settlement_line line)
  and exists (select from machine where machine.id = machine_id and machine.kind = 'vehicle')`

async function idOf(db: Db, table: string, where: Condition): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${where} limit 1`.execute(db)
  if (!rows[0]) throw new Error(`the demonstration has no such row in ${table}`)
  return rows[0].id
}

/** A copy of a row under a new id, as a row of `memberId`. */
async function copyOf(
  db: Db,
  of: { table: string; key?: string; where: Condition; memberId: string; changed: Record<string, unknown> },
): Promise<string> {
  const { table, key = 'id', where, memberId, changed } = of
  const id = randomUUID()
  const columns = JSON.stringify({ ...changed, [key]: id, member_id: memberId })
  const { rows } = await sql`
    insert into ${sql.table(table)} overriding user value
    select (jsonb_populate_record(it, ${columns}::text::jsonb)).* from ${sql.table(table)} it where ${where} limit 1
    returning 1`.execute(db)
  if (rows.length === 0) throw new Error(`the demonstration has no such row in ${table}`)
  return id
}

async function passkeyOf(db: Db, memberId: string, addedAt: string): Promise<string> {
  const id = randomUUID()
  const key = { credentialId: id, publicKey: '', counter: 0, transports: '[]', name: 'Phone' }
  await insertPasskey(db, { id, memberId, ...key, addedAt, usedAt: null })
  return id
}

async function shareOf(db: Db, memberId: string, at: string): Promise<string> {
  const id = randomUUID()
  const round = await idOfRound(db)
  const place = Math.floor(Math.random() * 1_000_000)
  const won = { round, place, ticket: place, amount: 5, at, status: 0 as const, receivedAt: null }
  await db
    .insertInto('poolShare')
    .values({ id, memberId, ...won })
    .execute()
  return id
}

async function idOfRound(db: Db): Promise<string> {
  return (await db.selectFrom('poolRound').select('round').limit(1).executeTakeFirstOrThrow()).round
}
