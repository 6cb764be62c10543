import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { calls } from '#protocol/calls.ts'
import type { Database } from '#server/db/open.ts'
import { served } from '#server/features/served.ts'
import { cursorOf } from '#server/http/cursor.ts'
import { callerOf, type CallAnswer } from '#tests/support/caller.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { idArgumentsOf } from '#tests/support/id-arguments.ts'
import { pathFor } from '#tests/support/invalid-args.ts'
import { thingsOf, type Kind, type Things } from '#tests/support/owned-things.ts'
import { secureClientFor } from '#tests/support/secure-client.ts'
import { tableDigests } from '#tests/support/table-digests.ts'
import { worldOn, type World } from '#tests/support/world.ts'

/**
 * What an id names. `args`: the other arguments of a call that gets as far as looking for it. `made`: the caller's
 * device makes it, and another member may have made the same one.
 */
type Named = { of: Kind; args?: object } | { made: Kind; args?: object } | { nobodys: string }

const catalogue = { nobodys: 'products, goods and plans are for everybody to see' }
const address = { recipient: 'Ayu', phone: '+6281200000001', regionId: 'id-bali-denpasar', detail: 'Here' }

/** By path and argument. A new call with an id needs its line here. */
const named: Record<string, Named> = {
  'address/delete id': { of: 'address', args: { basedOn: 1 } },
  'address/save id': { made: 'address', args: { ...address, basedOn: 1, isDefault: false } },
  'answer/leave sitting': { made: 'sitting' },
  'answer/next sitting': { made: 'sitting' },
  'answer/submit sitting': { made: 'sitting', args: { choices: [0] } },
  'auth/devices/signOut id': { of: 'session' },
  'auth/passkeys/remove id': { of: 'passkey' },
  'auth/passkeys/rename id': { of: 'passkey', args: { name: 'Mine' } },
  'capital/deposit/end id': { of: 'deposit' },
  'capital/remove cardId': { of: 'card' },
  'capital/streamInfo unitId': { of: 'unit' },
  'capital/withdrawal/cancel id': { of: 'withdrawal' },
  'charging/realtime/position/list unitId': { of: 'unit' },
  'etel/plan/getById/{planId} planId': catalogue,
  'feed/topUp memberId': { nobodys: 'a feed names whom it pays; its key is the permission' },
  'g/contract/confirm/receipt billId': { of: 'bonus' },
  'g/coupon/usable/list productId': catalogue,
  'g/goods/info id': catalogue,
  'g/goods/recommend like': catalogue,
  'g/goods/vehicle/info id': catalogue,
  'g/goods/withdrawInfo id': { of: 'withdrawal' },
  'g/user/goods/earnings/claim unitId': { of: 'unit' },
  'g/user/goods/info id': { of: 'unit' },
  'g/user/vehicle/info id': { of: 'unit' },
  'g/user/vehicle/share/list unitId': { of: 'unit' },
  'g/vehicle/order/earnings/stats productId': catalogue,
  'g/vehicle/order/line productId': catalogue,
  'g/vehicle/order/line unitId': { of: 'unit' },
  'g/vehicle/order/list unitId': { of: 'unit' },
  'g/vehicle/order/total unitId': { of: 'unit' },
  'game/box/confirmReceipt drawId': { of: 'boxPrize' },
  'game/draw/info drawId': { of: 'boxPrize' },
  'integral/goods/info id': catalogue,
  'integral/order/checkout addressId': { of: 'address', args: { quantity: 1 } },
  'integral/order/checkout goodsId': catalogue,
  'integral/order/receive orderId': { of: 'pointsOrder' },
  'integral/order/refund orderId': { of: 'pointsOrder' },
  'invitation/reward/confirm/receipt rewardId': { of: 'reward' },
  'lottery/receipt drawId': { of: 'lotteryPrize' },
  'mallNotice/getRead ids[]': { of: 'message' },
  'order/cancel orderId': { of: 'order' },
  'order/draft/generate couponId': { of: 'coupon', args: { quantity: 1 } },
  'order/draft/generate productId': catalogue,
  'order/draft/info/{id} id': { of: 'draft' },
  'order/getPrepayType draftId': { of: 'draft' },
  'order/hsCardSubmit billId': { of: 'cardBill', args: { wallet: 'recharge', amount: 1, expectedLeft: 1 } },
  'order/payInfo draftId': { of: 'draft' },
  'order/prepay draftId': { of: 'draft', args: { wallet: 'recharge', expectedPayment: 1, risksRead: true } },
  'order/wallet/goToUpdateAboutTaskPayAfter topUpId': { of: 'topUp' },
  'pool/rules/confirm/receipt shareId': { of: 'share' },
  'Profit/withdrawal cardId': { of: 'card', args: { amount: 1000, expectedArrival: 1 } },
  'user/update/info avatarId': { of: 'avatar', args: { madeAt: new Date().toISOString() } },
  'vehicle/realtime/position/list unitId': { of: 'unit' },
}

const password = '482913'
/** Keys, counts of guesses and the security log tell of a try itself. */
const ofTrying = ['idem', 'attempt', 'security_event']

const all = Object.values(calls).flatMap((call: Call) =>
  idArgumentsOf(call).map((argument) => ({ call, argument, name: `${call.path} ${argument}` })),
)
type Case = { call: Call; argument: string; entry: { args?: object } }
const those = <K extends string>(kind: K) =>
  all.flatMap(({ name, ...it }) => {
    const entry = named[name]
    return entry && kind in entry
      ? [[name, { ...it, entry: entry as Extract<Named, Record<K, unknown>> }] as const]
      : []
  })

test('every argument that is an id says whose it is, and nothing else does', () => {
  expect(Object.keys(named).toSorted()).toEqual(all.map((it) => it.name).toSorted())
  const isServed = new Set<string>(served.map((it) => it.call.path))
  expect(all.filter(({ call }) => !isServed.has(call.path))).toEqual([])
})

const clock = new ManualClock(demoStart)

describe.each(databases)("another member's ids on $name", ({ kind }) => {
  let database: Database
  let world: World
  let things: Things
  let before: Record<string, string>
  let send: Awaited<ReturnType<typeof sender>>
  /** As `send`, and what it did is undone. */
  let sendUndone: typeof send
  let shared: Record<string, object>

  beforeAll(async () => {
    database = await openDemo(kind)
    world = await worldOn(database, clock)
    const { kysely: db } = database
    const { memberId: own } = world.demo
    await db
      .updateTable('member')
      .set({ transactionPasswordHash: cheapHash(password) })
      .where('id', '=', own)
      .execute()
    things = await thingsOf(db, { own, other: world.stranger.memberId, clock })
    shared = await offers()
    send = await sender(callerOf(world.app))
    sendUndone = await sender(callerOf(world.appOn(undone(database))))
    before = await unlogged()
  })
  afterAll(() => database.close())

  /**
   * Arguments that name what is for everybody: a product dear enough for a coupon, goods that come in a parcel. And a
   * bill of the caller's unit.
   */
  async function offers(): Promise<Record<string, object>> {
    const { kysely: db } = database
    const product = await db
      .selectFrom('product')
      .select('id')
      .where('price', '>=', 2000)
      .where('levelNeeded', '=', 0)
      .where('offeredFrom', '<', new Date().toISOString())
      .executeTakeFirstOrThrow()
    const goods = await db
      .selectFrom('pointsGoods')
      .select(['id', 'points'])
      .where('kind', '=', 'parcel')
      .where('stock', '>', 0)
      .orderBy('points')
      .executeTakeFirstOrThrow()
    return {
      'order/draft/generate': { productId: product.id },
      'integral/order/checkout': { goodsId: goods.id, expectedPoints: goods.points },
      'capital/streamInfo': { id: cursorOf([await incomeOf(things.unit.own), 'pending']) },
    }
  }

  /** The last transfer that paid a unit, alone or with others. */
  async function incomeOf(unitId: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select transfer.id
      from unit join machine on machine.id = unit.machine_id
      join settlement_line line on line.member_id = unit.member_id and line.unit_id = unit.id
      join transfer on transfer.owner_id = unit.member_id and transfer.credit_id = unit.pending_account_id and transfer.kind = 'income'
        and ref in (line.period || '/' || unit.id, line.period || '/' || unit.pending_account_id || '/' || machine.kind)
      where unit.id = ${unitId} order by transfer.id desc limit 1`.execute(database.kysely)
    if (!rows[0]) throw new Error('the demonstration has no income of the unit')
    return rows[0].id
  }

  async function sender(call: ReturnType<typeof callerOf>) {
    const secure = await secureClientFor(call)
    return async (declared: Call, args: object): Promise<CallAnswer> => {
      const all = { ...shared[declared.path], ...args }
      if (declared.proof) return await secure.send(declared, world.demo, { args: all, password })
      return await call(pathFor(declared, all as never), {
        method: declared.method,
        args: all,
        token: world.demo.token,
      })
    }
  }

  const answerFor = async (to: typeof send, call: Call, args: object, id: string) => {
    const { status, body } = await to(call, args)
    return { status, body: JSON.parse(JSON.stringify(body).replaceAll(id, 'ID')) as unknown }
  }
  const withId = (argument: string, id: string) => ({ [argument.replace('[]', '')]: id })
  const unlogged = async () =>
    Object.fromEntries(Object.entries(await tableDigests(database)).filter(([name]) => !ofTrying.includes(name)))

  const answersTo = async (to: typeof send, { call, argument, entry }: Case, id: string) =>
    await answerFor(to, call, { ...entry.args, ...withId(argument, id) }, id)

  test.each(those('of'))('%s is answered as if there were no such thing', async (_, it) => {
    expect(await answersTo(send, it, things[it.entry.of].foreign)).toEqual(await answersTo(send, it, randomUUID()))
  })

  test('and all of it has changed nothing', async () => {
    expect(await unlogged()).toEqual(before)
  })

  // So that each of these calls does look for the thing.
  test.each(those('of'))("%s finds the caller's own", async (_, it) => {
    const found = await answersTo(sendUndone, it, things[it.entry.of].own)
    expect(found.status).toBe(200)
    expect(found).not.toEqual(await answersTo(sendUndone, it, randomUUID()))
  })

  test.each(those('made'))('%s of a device names nothing that another member has', async (_, it) => {
    const { call, argument, entry } = it
    const theirs = await tableDigests(database, world.stranger.memberId)
    const answer = await send(call, { ...entry.args, ...withId(argument, things[entry.made].foreign) })
    expect(answer.status).toBeLessThan(500)
    expect(await tableDigests(database, world.stranger.memberId)).toEqual(theirs)
  })
})

/** A database whose transactions answer, and then roll back. */
function undone(database: Database): Database {
  const rollback = new Error('rolled back')
  return {
    ...database,
    async inTransaction<T>(work: Parameters<typeof database.inTransaction<T>>[0]) {
      const done: T[] = []
      await database
        .inTransaction(async (db) => {
          done.push(await work(db))
          throw rollback
        })
        .catch((cause: unknown) => {
          if (cause !== rollback) throw cause
        })
      return done.at(-1) as T
    },
  }
}
