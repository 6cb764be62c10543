import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/open.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { simulate } from '#server/features/products/machines/simulate.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { creditTopUp, welcomeInDemo } from '#server/features/wallet/top-up/crediting.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { notify } from '#server/notices/notify.ts'
import { textOf } from '#server/notices/texts.ts'
import { demoProducts } from '#server/db/seed/demo-products.ts'
import { databases } from '#tests/support/databases.ts'
import { balances, makeMachine, makeMember, makeUnits } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000
const [scooter, station] = [
  demoProducts.find((it) => it.kind === 'vehicle'),
  demoProducts.find((it) => it.kind === 'pile'),
] as [(typeof demoProducts)[number], (typeof demoProducts)[number]]

describe.each(databases)('doors on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  describe('a top-up', () => {
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const credit = (
      memberId: string,
      over: { externalId?: string; amount?: number; currency?: string; receivedAt?: string } = {},
    ) =>
      database.inTransaction((db) =>
        creditTopUp(
          db,
          {
            source: 'rail',
            externalId: memberId,
            memberId,
            amount: 1050,
            currency: 'USD',
            receivedAt: '2026-11-20T05:00:00.000Z',
            ...over,
          },
          clock,
        ),
      )

    test('is credited once for ever, and told', async () => {
      const memberId = await makeMember(database.kysely)
      const answers = await Promise.all([credit(memberId), credit(memberId), credit(memberId)])
      expect(answers.filter((it) => it.counted)).toHaveLength(1)
      expect(new Set(answers.map((it) => it.id)).size).toBe(1)
      clock.advance(40 * day)
      expect((await credit(memberId)).counted).toBe(false)
      expect((await balances(database.kysely, memberId))['recharge']).toBe(1050)
      expect(
        await database.kysely
          .selectFrom('message')
          .select(['kind', 'params'])
          .where('memberId', '=', memberId)
          .execute(),
      ).toEqual([{ kind: 'topup_received', params: { amount: 1050, currency: 'USD' } }])
    })

    test.each([
      ['nothing', { amount: 0 }, 'bad_request'],
      ['more than there is', { amount: Number.MAX_SAFE_INTEGER }, 'bad_request'],
      ['a currency without a wallet', { currency: 'EUR' }, 'bad_request'],
      ['money of the future', { receivedAt: '2027-11-20T05:00:00.000Z' }, 'bad_request'],
    ] as const)('of %s is refused', async (_, over, code) => {
      const memberId = await makeMember(database.kysely)
      await expect(credit(memberId, over)).rejects.toMatchObject({ code })
      expect((await balances(database.kysely, memberId))['recharge']).toBe(0)
    })

    test('under a known id with another body, or for nobody, is refused', async () => {
      const [memberId, other] = [await makeMember(database.kysely), await makeMember(database.kysely)]
      await credit(memberId)
      await expect(credit(memberId, { amount: 1051 })).rejects.toMatchObject({ code: 'key_reused' })
      await expect(credit(other, { externalId: memberId })).rejects.toMatchObject({ code: 'key_reused' })
      await expect(credit('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' })
      expect((await balances(database.kysely, other))['recharge']).toBe(0)
    })

    test('welcomes a new member of the demo once', async () => {
      const memberId = await makeMember(database.kysely)
      for (let n = 0; n < 2; n++) await database.inTransaction((db) => welcomeInDemo(db, memberId, clock))
      expect((await balances(database.kysely, memberId))['recharge']).toBe(50_000)
    })
  })

  describe('the simulator', () => {
    test('books what has ended, each run once, and goes on after a standstill as if there had been none', async () => {
      const clock = new ManualClock('2026-11-20T06:00:00.000Z')
      for (const { deviceNumber, kind } of [scooter, station])
        await makeMachine(database.kysely, { deviceNumber, kind })
      const booked = () =>
        database.kysely
          .selectFrom('revenue')
          .select(['externalId', 'endedAt', 'bookedAt', 'amount', 'shareTotalAfter', 'machineId'])
          .where('source', '=', 'simulator')
          .orderBy('machineId')
          .orderBy('endedAt')
          .execute()
      await simulate({ database, clock })
      const month = await booked()
      expect(month.length).toBeGreaterThan(30 * 10)
      expect(month.filter((it) => it.endedAt > '2026-11-20T06:00:00.000Z')).toEqual([])
      await simulate({ database, clock })
      expect(await booked()).toEqual(month)
      clock.advance(day)
      await Promise.all([simulate({ database, clock }), simulate({ database, clock })])
      const later = await booked()
      expect(later.length).toBeGreaterThan(month.length)
      expect(later.filter((it) => it.bookedAt !== it.endedAt)).toEqual([])
      expect(new Set(later.map((it) => it.externalId)).size).toBe(later.length)
      expect(
        later.filter(
          (it, n) =>
            it.machineId === later[n - 1]?.machineId && it.shareTotalAfter < (later[n - 1]?.shareTotalAfter ?? 0),
        ),
      ).toEqual([])
    })

    test('says what machines are doing', async () => {
      const clock = new ManualClock('2026-11-21T06:00:00.000Z')
      const seen = new Set<string>()
      for (let n = 0; n < 60; n++, clock.advance(1_800_000)) {
        await simulate({ database, clock })
        const { serviceState, stateSince } = await database.kysely
          .selectFrom('machine')
          .select(['serviceState', 'stateSince'])
          .where('deviceNumber', '=', scooter.deviceNumber)
          .executeTakeFirstOrThrow()
        seen.add(serviceState)
        expect(Date.parse(stateSince)).toBeLessThanOrEqual(clock.now())
        expect(Date.parse(stateSince)).toBeGreaterThan(clock.now() - day)
      }
      expect([...seen]).toEqual(expect.arrayContaining(['idle', 'in service', 'resting']))
    })
  })

  test('an expired order is told once, with its last income', async () => {
    const clock = new ManualClock('2026-12-01T10:00:00.000Z')
    const [memberId, machine] = [await makeMember(database.kysely), await makeMachine(database.kysely)]
    await makeUnits(database.kysely, {
      memberId,
      machine,
      count: 2,
      settlementType: 1,
      activeFrom: '2026-12-01T09:00:00.000Z',
      expiresAt: '2026-12-01T11:30:00.000Z',
    })
    for (let n = 0; n < 4; n++, clock.advance(3_600_000)) await settle({ database, clock })
    expect(
      await database.kysely
        .selectFrom('message')
        .select(['kind', 'params', 'at'])
        .where('memberId', '=', memberId)
        .execute(),
    ).toEqual([
      {
        kind: 'unit_expired',
        params: { product: `Product ${machine.deviceNumber}`, units: 2 },
        at: '2026-12-01T11:30:00.000Z',
      },
    ])
  })

  test('a message reaches a member once, however often the event is told', async () => {
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const [one, two] = [await makeMember(database.kysely), await makeMember(database.kysely)]
    const told = (ref: string) =>
      [one, two].map((memberId) => ({
        memberId,
        kind: 'machine_stopped' as const,
        ref,
        params: { product: 'Embun "E" \\ Bike' },
        route: null,
      }))
    await Promise.all([
      notify(database.kysely, told('a'), clock),
      notify(database.kysely, told('a'), clock),
      notify(database.kysely, told('b'), clock),
    ])
    await notify(database.kysely, [], clock)
    const rows = await database.kysely
      .selectFrom('message')
      .select(['memberId', 'ref', 'params'])
      .where('memberId', 'in', [one, two])
      .execute()
    expect(rows.map((it) => `${it.memberId} ${it.ref}`).toSorted()).toEqual(
      [`${one} a`, `${one} b`, `${two} a`, `${two} b`].toSorted(),
    )
    expect(rows[0]?.params).toEqual({ product: 'Embun "E" \\ Bike' })
  })

  test('sweeping forgets what is over and keeps the rest', async () => {
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const { kysely: db } = database
    const memberId = await makeMember(db)
    const at = (days: number) => new Date(clock.now() + days * day).toISOString()
    await db
      .insertInto('idem')
      .values(
        [
          [-181, 'old'],
          [-179, 'young'],
        ].map(([days, key]) => ({
          memberId,
          key: String(key),
          reqHash: '',
          status: 0,
          response: null,
          at: at(Number(days)),
        })),
      )
      .execute()
    await db
      .insertInto('attempt')
      .values(
        [
          [-1, 'over'],
          [1, 'open'],
        ].map(([days, subject]) => ({ subject: String(subject), count: 1, windowEndsAt: at(Number(days)) })),
      )
      .execute()
    await db
      .insertInto('captchaUsed')
      .values(
        [
          [-1, 'used'],
          [1, 'fresh'],
        ].map(([days, digest]) => ({ digest: String(digest), expiresAt: at(Number(days)) })),
      )
      .execute()
    await db
      .insertInto('verificationCode')
      .values(
        [
          [-2, 'a'],
          [0, 'b'],
        ].map(([days, phone]) => ({
          phone: String(phone),
          purpose: 'reset',
          digest: '',
          sentAt: at(-3),
          expiresAt: at(Number(days)),
          usedAt: null,
        })),
      )
      .execute()
    await sweep({ database, clock })
    await sweep({ database, clock })
    expect(await db.selectFrom('idem').select('key').where('memberId', '=', memberId).execute()).toEqual([
      { key: 'young' },
    ])
    expect(await db.selectFrom('attempt').select('subject').execute()).toEqual([{ subject: 'open' }])
    expect(await db.selectFrom('captchaUsed').select('digest').execute()).toEqual([{ digest: 'fresh' }])
    expect(await db.selectFrom('verificationCode').select('phone').execute()).toEqual([{ phone: 'b' }])
  })

  test('leave sound books behind', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
  })
})

describe('texts', () => {
  test("say the amount in the app and none on a lock screen, in the reader's language", () => {
    const params = { amount: 123_456, currency: 'USD' }
    expect(textOf('topup_received', params, 'en')).toEqual({
      title: 'Top-up received',
      line: '$1,234.56 came into your recharge wallet.',
      push: 'It came into your recharge wallet.',
    })
    expect(textOf('topup_received', params, 'id')?.line).toContain('1.234,56')
    for (const language of ['en', 'id'] as const) {
      for (const kind of ['topup_received', 'order_cancelled', 'income_settled']) {
        const text = textOf(kind, { ...params, product: 'X', day: '2026-11-20' }, language)
        expect(`${text?.title} ${text?.push}`).not.toMatch(/\d/)
      }
    }
  })

  test('of a kind that a newer version wrote are not made up', () => {
    expect(textOf('from_the_future', {}, 'en')).toBeNull()
    expect(textOf('toString', {}, 'en')).toBeNull()
  })
})
