import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { callerOf } from '#tests/support/caller.ts'
import { demoStart, openDemo } from '#tests/support/demo-database.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { makeDevice } from '#tests/support/push-service.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { Person, World } from '#tests/support/world.ts'
import { worldOn } from '#tests/support/world.ts'

const clock = new ManualClock(demoStart)
let database: Database
let world: World
let call: ReturnType<typeof callerOf>
let someone: Person
beforeAll(async () => {
  database = await openDemo('pglite')
  world = await worldOn(database, clock)
  call = callerOf(world.app)
  someone = world.demo
})
afterAll(() => database.close())

/** The answer's data, typed by who asks. */
async function answer<T>(path: string, sent: Parameters<typeof call>[1]): Promise<T> {
  const { body } = await call(path, { token: someone.token, ...sent })
  expect(body).toMatchObject({ errno: 0 })
  return body.data as T
}

const feed = (path: string, args: unknown) => call(path, { token: world.feedKey, key: null, args })

describe('a check-in over the wire', () => {
  test('is applied once however often it is sent, and shows in calendar and number', async () => {
    const key = randomUUID()
    const sent = { key, args: { madeAt: '2026-11-19T16:00:00.000Z' } }
    const answers = await Promise.all([answer('game/sign', sent), answer('game/sign', sent), answer('game/sign', sent)])
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(answers[0]).toMatchObject({ day: '2026-11-19', points: 5, streak: 1 })
    const list = await answer<{ days: unknown[] }>('game/sign/list', { method: 'GET' })
    expect(list).toMatchObject({
      month: '2026-11',
      today: '2026-11-20',
      days: [{ day: '2026-11-19', points: 5 }],
      scale: [5, 5, 10, 10, 15, 15, 30],
    })
    expect(await answer('game/sign/getSignNum', { method: 'GET' })).toMatchObject({
      streak: 1,
      total: 1,
      signedToday: false,
      nextPoints: 5,
    })
    for (const month of ['0000-01', '9999-12', '2026-13']) {
      const sent = { method: 'GET', args: { month }, token: someone.token } as const
      expect((await call('game/sign/list', sent)).status, month).toBe(400)
    }
    expect(await answer('game/sign/list', { method: 'GET', args: { month: '2026-02' } })).toMatchObject({
      month: '2026-02',
      days: [],
    })
  })

  test('of a second device for the same day goes to today, and a third is refused', async () => {
    expect(await answer('game/sign', { args: { madeAt: '2026-11-19T16:30:00.000Z' } })).toMatchObject({
      day: '2026-11-20',
      streak: 2,
    })
    const { status, body } = await call('game/sign', {
      token: someone.token,
      args: { madeAt: '2026-11-20T05:00:00.000Z' },
    })
    expect([status, body.errno]).toEqual([200, 1707])
  })

  test('needs a member', async () => {
    expect((await call('game/sign', { args: { madeAt: '2026-11-20T05:00:00.000Z' } })).status).toBe(401)
  })
})

describe('a claim over the wire', () => {
  test("of a stranger's unit is not found; of one's own pays; sent again says the same", async () => {
    const foreign = await call('g/user/goods/earnings/claim', {
      token: world.stranger.token,
      args: { unitId: world.demo.unitId },
    })
    expect(foreign.body.errno).toBe(1404)
    const { pending, income } = await balances(database.kysely, someone.memberId)
    expect(pending).toBeGreaterThan(0)
    const key = randomUUID()
    const claimed = await answer<{ amount: number; incomeBalance: number; billId: string }>(
      'g/user/goods/earnings/claim',
      {
        key,
        args: {},
      },
    )
    expect(claimed).toMatchObject({ amount: pending, incomeBalance: (income ?? 0) + (pending ?? 0) })
    expect(await answer('g/user/goods/earnings/claim', { key, args: {} })).toEqual(claimed)
    // The movement that it names is this claim's own, with what it was made of.
    const { bill, claim } = await answer<{ bill: { kind: string; amount: number }; claim: { amount: number }[] }>(
      'capital/streamInfo',
      { method: 'GET', args: { id: claimed.billId } },
    )
    expect(bill).toMatchObject({ kind: 'income_claim', amount: pending })
    expect(claim.reduce((sum, it) => sum + it.amount, 0)).toBe(pending)
    expect((await call('g/user/goods/earnings/claim', { token: someone.token })).body.errno).toBe(1708)
    expect(await balances(database.kysely, someone.memberId)).toMatchObject({
      pending: 0,
      income: claimed.incomeBalance,
    })
  })
})

describe('messages over the wire', () => {
  interface List {
    items: {
      id: string
      title: string
      line: string
      at: string
      readAt: string | null
      kind: string
      category: string
    }[]
    next?: string
    unread: number
  }
  const page = (args: Record<string, unknown>, headers: Record<string, string> = {}) =>
    answer<List>('mallNotice/noticeList', { method: 'GET', args, headers })

  test('come newest first, page by page, none twice and none left out', async () => {
    const all = await page({ limit: '100' })
    expect(all.items.length).toBeGreaterThan(10)
    expect(all.next).toBeUndefined()
    const seen: string[] = []
    for (let after: string | undefined, n = 0; n < 100; n++) {
      const { items, next } = await page({ limit: '3', ...(after === undefined ? {} : { after }) })
      seen.push(...items.map((it) => it.id))
      after = next
      if (after === undefined) break
    }
    expect(seen).toEqual(all.items.map((it) => it.id))
    // Lists fold and filter by what happened, whatever the language of the titles is.
    const settled = all.items.find((it) => it.title === 'Income settled')
    expect(settled).toMatchObject({ kind: 'income_settled', category: 'income' })
    expect(all.items.map((it) => it.at)).toEqual(
      all.items
        .map((it) => it.at)
        .toSorted()
        .toReversed(),
    )
  })

  test("are written in the reader's language when they are read", async () => {
    const [en, id] = [await page({ limit: '100' }), await page({ limit: '100' }, { 'x-language': 'id' })]
    const at = en.items.findIndex((it) => it.title === 'Income settled')
    expect(en.items[at]?.line).toMatch(/^Income of \$\d+\.\d\d from your machines was settled on /)
    expect(id.items[at]).toMatchObject({ id: en.items[at]?.id, title: 'Penghasilan dibagikan' })
  })

  test("are read one by one, then all; another's or unknown ones are not found and change nothing", async () => {
    const { items, unread } = await page({ limit: '100' })
    const [first, second] = items.filter((it) => it.readAt === null) as [List['items'][number], List['items'][number]]
    expect(await answer('mallNotice/getRead', { method: 'GET', args: { ids: `${first.id},${second.id}` } })).toEqual({
      unread: unread - 2,
    })
    expect(await answer('mallNotice/getRead', { method: 'GET', args: { ids: first.id } })).toEqual({
      unread: unread - 2,
    })
    const foreign = await call('mallNotice/getRead', {
      method: 'GET',
      token: world.stranger.token,
      args: { ids: items.at(-1)?.id },
    })
    expect(foreign.body.errno).toBe(1404)
    const mixed = await call('mallNotice/getRead', {
      method: 'GET',
      token: someone.token,
      args: { ids: `${items.at(-1)?.id},${randomUUID()}` },
    })
    expect(mixed.body.errno).toBe(1404)
    expect((await page({ limit: '100' })).unread).toBe(unread - 2)
    const before = items.at(-1)?.at as string
    const newer = items.filter((it) => it.at > before && it.readAt === null && it !== first && it !== second).length
    expect(await answer('mallNotice/readAll', { method: 'GET', args: { before } })).toEqual({ unread: newer })
    expect(newer).toBeGreaterThan(0)
    expect(await answer('mallNotice/readAll', { method: 'GET', args: { before: '2026-11-20T06:00:00.000Z' } })).toEqual(
      { unread: 0 },
    )
  })

  test("a cursor that is none of this list's is refused by name", async () => {
    for (const after of [
      'nonsense',
      Buffer.from('[1,2]').toString('base64url'),
      Buffer.from('["2026-13-45T00:00:00.000Z","x"]').toString('base64url'),
    ]) {
      const { status, body } = await call('mallNotice/noticeList', {
        method: 'GET',
        token: someone.token,
        args: { after },
      })
      expect([status, body.errmsg.includes('after')]).toEqual([400, true])
    }
  })
})

describe('push subscriptions over the wire', () => {
  test('are kept, kept once, and forgotten; the private key stays here', async () => {
    const key = await answer<{ publicKey: string }>('push/key', { method: 'GET' })
    expect(Object.keys(key)).toEqual(['publicKey'])
    expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65)
    const { open: _, ...device } = makeDevice('x', 'phone')
    const subscription = { ...device, endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc' }
    for (let n = 0; n < 2; n++) await answer('push/subscribe', { args: subscription })
    expect(await database.kysely.selectFrom('pushSubscription').select(['memberId', 'language']).execute()).toEqual([
      { memberId: someone.memberId, language: 'en' },
    ])
    const inside = await call('push/subscribe', {
      token: someone.token,
      args: { ...subscription, endpoint: 'http://127.0.0.1:5432/' },
    })
    expect([inside.status, inside.body.errmsg.includes('endpoint')]).toEqual([400, true])
    await answer('push/unsubscribe', { args: { endpoint: subscription.endpoint } })
    expect(await database.kysely.selectFrom('pushSubscription').selectAll().execute()).toEqual([])
  })
})

describe("the operator's door", () => {
  const machine = { deviceNumber: 'VF-EB-1183' }
  const trip = {
    source: 'feed',
    externalId: 'trip-1',
    ...machine,
    startedAt: '2026-11-20T05:00:00.000Z',
    endedAt: '2026-11-20T05:10:00.000Z',
    amount: 120,
    currency: 'USD',
    distanceM: 900,
  }

  test('opens with the feed key and nothing else', async () => {
    for (const token of [undefined, someone.token, `${world.feedKey}x`]) {
      const { status } = await call('feed/trip', { ...(token === undefined ? {} : { token }), args: trip })
      expect(status).toBe(403)
    }
  })

  test('books a trip once, also when it is sent many times at once', async () => {
    const heard = await Promise.all(Array.from({ length: 5 }, () => feed('feed/trip', trip)))
    const data = heard.map((it) => it.body.data as { id: string; counted: boolean })
    expect(data.filter((it) => it.counted)).toHaveLength(1)
    expect(new Set(data.map((it) => it.id)).size).toBe(1)
    expect((await feed('feed/trip', { ...trip, amount: 121 })).status).toBe(422)
    expect((await feed('feed/session', { ...trip, externalId: 'session-1', energyWh: 5 })).status).toBe(400)
    expect((await feed('feed/trip', { ...trip, externalId: 'trip-2', deviceNumber: 'NO-SUCH' })).body.errno).toBe(1404)
  })

  test('reads the seconds of a device as the same instants', async () => {
    const seconds = (it: string) => Date.parse(it) / 1000
    const known = (await feed('feed/trip', trip)).body.data as { id: string }
    const heard = await feed('feed/trip', {
      ...trip,
      startedAt: seconds(trip.startedAt),
      endedAt: String(seconds(trip.endedAt)),
    })
    expect(heard.body.data).toEqual({ id: known.id, counted: false })
    expect((await feed('feed/trip', { ...trip, startedAt: seconds(trip.startedAt) + 1 })).status).toBe(422)
    expect((await feed('feed/trip', { ...trip, startedAt: 179515 })).status).toBe(400)
  })

  test('takes states and top-ups', async () => {
    expect(
      (
        await feed('feed/state', {
          source: 'feed',
          ...machine,
          state: 'paused or faulty',
          since: '2026-11-20T05:59:00.000Z',
        })
      ).body,
    ).toMatchObject({ errno: 0 })
    const topUp = {
      source: 'feed',
      externalId: 'payment-1',
      memberId: someone.memberId,
      amount: 777,
      currency: 'USD',
      receivedAt: '2026-11-20T05:00:00.000Z',
    }
    const credited = await feed('feed/topUp', topUp)
    expect(credited.body).toMatchObject({ errno: 0, data: { counted: true } })
    expect((await feed('feed/topUp', topUp)).body).toMatchObject({ errno: 0, data: { counted: false } })
    // A payment that the feed reported is stored among the operator's actions once, for good; a rejected one isn't.
    expect((await feed('feed/topUp', { ...topUp, externalId: 'payment-2', currency: 'IDR' })).status).toBe(400)
    const kept = await database.kysely
      .selectFrom('operatorAction')
      .select(['at', 'byName', 'why', 'command', 'args', 'outcome'])
      .where('byName', '=', 'feed')
      .execute()
    expect(kept).toEqual([
      {
        at: '2026-11-20T06:00:00.000Z',
        byName: 'feed',
        why: 'feed/payment-1',
        command: 'feed topUp',
        args: topUp,
        outcome: [`Credited as ${(credited.body.data as { id: string }).id}.`],
      },
    ])
  })

  test('text that no database takes is refused, not an error of ours', async () => {
    for (const externalId of ['nul\u0000', '\ud800']) {
      const { status } = await feed('feed/trip', { ...trip, externalId })
      expect(status).toBeLessThan(500)
    }
  })
})
