import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindPhone, deleteAccount } from '#protocol/auth.ts'
import { instant } from '#server/clock.ts'
import { setSetting } from '#server/db/settings.ts'
import { isSqlError } from '#server/db/connection.ts'
import { lockMember } from '#server/db/lock-member.ts'
import type { Database, Db } from '#server/db/open.ts'
import { revokeSession, startSession } from '#server/http/session.ts'
import { lockToDelete } from '#server/features/auth/leaving.ts'
import { obstacles, obstaclesIn } from '#server/features/auth/rules.ts'
import { reachAllLevels } from '#server/features/rewards/reach-levels.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { billExtra } from '#server/features/contracts/reviewing.ts'
import { settle } from '#server/features/rewards/settle.ts'
import { paySalaries } from '#server/features/contracts/paying.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { balanceOf, house } from '#server/ledger/accounts.ts'
import { periodAt } from '#server/ledger/periods.ts'
import { holdSettlement } from '#server/ledger/settle.ts'
import { silentLog } from '#server/log.ts'
import { notify } from '#server/notices/notify.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { bookUnsoldShares } from '#server/ledger/unsold.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { gameTable, ruleOf, slotOf } from '#tests/support/game-table.ts'
import { employ } from '#tests/support/money-world.ts'
import { beforeCommit, waits, whilePaying } from '#tests/support/overlap.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { cancelAsShown, settleDue } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { Person } from '#tests/support/world.ts'
import { changeMember } from '#tests/support/change-member.ts'

const password = 'a-good-one'

describe.each(databases)('deleting an account on $name', ({ open, kind }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  const passwordHash = cheapHash(password)
  const logged: object[] = []
  beforeAll(async () => {
    database = await open()
    const log = { ...silentLog, info: (event: string, facts = {}) => logged.push({ event, ...facts }) }
    world = await bareWorld(database, clock, {}, log)
  })
  afterAll(() => database.close())

  const shop = () => shopOn(database, clock)
  async function member(recharge = 0): Promise<Person> {
    const memberId = await shop().member(recharge)
    await database.kysely
      .updateTable('member')
      .set({ passwordHash, nickname: 'Ada' })
      .where('id', '=', memberId)
      .execute()
    return { memberId, token: await world.tokenOf(memberId) }
  }
  const leave = async (
    { token }: Person,
    typed = password,
    key = randomUUID(),
    givesUp?: number,
    givesUpPay?: number,
    givesUpMoney?: number,
  ) =>
    (
      await world.call('auth/unsubscribe', {
        token,
        key,
        args: { password: typed, confirmed: true, givesUp, givesUpPay, givesUpMoney },
      })
    ).body
  /** A deletion, as far as others wait for it. */
  const goes =
    ({ memberId }: Person) =>
    async (db: Db) => {
      await lockMember(db, memberId, { alone: true })
      await db
        .updateTable('member')
        .set({ deletedAt: instant(clock) })
        .where('id', '=', memberId)
        .execute()
    }
  const rowOf = (memberId: string) =>
    database.kysely.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow()

  test('wants the password, counts wrong ones, and a confirmation', async () => {
    const who = await member()
    expect((await leave(who, 'a-bad-one')).errno).toBe(1601)
    expect(
      (await world.call('auth/unsubscribe', { token: who.token, args: { password, confirmed: false } })).body.errno,
    ).toBe(400)
    for (let n = 0; n < 9; n += 1) await leave(who, 'a-bad-one')
    expect((await leave(who)).errno).toBe(1607)
    expect((await rowOf(who.memberId)).deletedAt).toBeNull()
  })

  test('is refused, saying why, while money is there; and goes through once it is not', async () => {
    const who = await member(1000)
    expect(await leave(who)).toMatchObject({ errno: 1740, errmsg: expect.stringContaining('money in your wallets') })
    expect((await rowOf(who.memberId)).nickname).toBe('Ada')
    const machine = await shop().offer({ price: 1000 })
    await shop().buy(who.memberId, machine.productId)
    expect((await leave(who)).errno).toBe(0)
  })

  test('names money that can not be withdrawn, and gives it to the operator only once that was said', async () => {
    const { kysely: db } = database
    const who = await member(700)
    await database.inTransaction((tx) => giveIncome(tx, who.memberId, 999, clock))
    const given = (money: number) => leave(who, password, randomUUID(), 0, 0, money)
    const operator = async () => await balanceOf(db, { ...house('operator'), asset: 'USD' })
    const before = await operator()
    // As an earlier app, which doesn't know of it.
    expect(await leave(who, password, randomUUID(), 0, 0)).toMatchObject({
      errno: 1740,
      errmsg: expect.stringContaining('money in your wallets'),
    })
    expect(await given(0)).toMatchObject({ errno: 1712, data: { givesUp: 0, currency: 'USD', pay: 0, money: 1699 } })
    expect((await given(1698)).errno).toBe(1712)
    expect(await balances(db, who.memberId)).toMatchObject({ recharge: 700, income: 999 })
    expect((await given(1699)).errno).toBe(0)
    expect(await balances(db, who.memberId)).toMatchObject({ recharge: 0, income: 0 })
    expect((await operator()) - before).toBe(1699)
    expect(await reconcile(db)).toEqual([])
  })

  test('is refused while income could be withdrawn, whatever is given up', async () => {
    const who = await member(700)
    await database.inTransaction((tx) => giveIncome(tx, who.memberId, 1000, clock))
    const leaves = () => leave(who, password, randomUUID(), 0, 0, 1700)
    expect(await leaves()).toMatchObject({ errno: 1740, errmsg: expect.stringContaining('money in your wallets') })
    expect(await balances(database.kysely, who.memberId)).toMatchObject({ recharge: 700, income: 1000 })
    // The operator's least withdrawal decides.
    const setMinimum = (minimum: number) =>
      setSetting(database.kysely, 'withdrawal', {
        currency: 'USD',
        minimum,
        maximum: 500_000,
        daily: 1_000_000,
        feeBp: 100,
        feeMinimum: 50,
        hoursToArrive: 72,
      })
    await setMinimum(1001)
    expect((await leaves()).errno).toBe(0)
    await setMinimum(1000)
  })

  test('is refused while something is under way: a withdrawal, pay, a card bill', async () => {
    const who = await member()
    const cardId = await bindCard(database.kysely, who.memberId)
    await sql`insert into withdrawal (id, member_id, card_id, card_masked, currency, amount, fee, discount, tax,
      arrives, state, requested_at)
      values (${randomUUID()}, ${who.memberId}, ${cardId}, '•••• 1234', 'USD', 100, 0, 0, 0, 100, 'sent',
        ${new Date(clock.now()).toISOString()})`.execute(database.kysely)
    expect((await leave(who)).errmsg).toContain('withdrawals in progress')
    await database.kysely
      .updateTable('withdrawal')
      .set({ state: 'arrived' })
      .where('memberId', '=', who.memberId)
      .execute()
    const bill = randomUUID()
    await database.kysely
      .insertInto('cardBill')
      .values({
        id: bill,
        cardId,
        memberId: who.memberId,
        kind: 'charge',
        ref: bill,
        currency: 'USD',
        amount: 500,
        dueOn: '2026-12-01',
        penaltyThrough: null,
        penaltyPausedAt: null,
        madeAt: '2026-11-20T00:00:00.000Z',
        completedAt: null,
      })
      .execute()
    expect((await leave(who)).errmsg).toContain('card bills')
    await database.kysely
      .updateTable('cardBill')
      .set({ repaid: 500, completedAt: '2026-11-20T06:00:00.000Z' })
      .where('id', '=', bill)
      .execute()
    await database.kysely
      .insertInto('contractBill')
      .values({
        id: randomUUID(),
        memberId: who.memberId,
        kind: 'bonus',
        week: null,
        ref: randomUUID(),
        work: '[]',
        amount: 100,
        currency: 'USD',
        madeAt: '2026-11-20T00:00:00.000Z',
        receivableFrom: '2026-11-20T00:00:00.000Z',
        fundedAt: null,
        receivedAt: null,
      })
      .execute()
    // A fee that was begun to be paid is in the way; one of which nothing was paid ends with the account.
    const setFee = (repaid: number) =>
      database.kysely
        .updateTable('cardBill')
        .set({ kind: 'annual fee', repaid, completedAt: null })
        .where('id', '=', bill)
        .execute()
    const waivedAt = async () =>
      (await database.kysely.selectFrom('cardBill').select('waivedAt').where('id', '=', bill).executeTakeFirst())
        ?.waivedAt
    await setFee(1)
    expect((await leave(who)).errmsg).toContain('card bills')
    await setFee(0)
    const { errmsg } = await leave(who)
    expect(errmsg).toContain('salary from your contract')
    expect(errmsg).not.toContain('card bills')
    expect(await waivedAt()).toBeNull()
    // One that the operator took back is nobody's any more.
    const voidedAt = '2026-11-20T06:00:00.000Z'
    await database.kysely.updateTable('contractBill').set({ voidedAt }).where('memberId', '=', who.memberId).execute()
    expect((await leave(who)).errno).toBe(0)
    expect(await waivedAt()).not.toBeNull()
  })

  test('is refused while a week of pay is over that no job has billed yet', async () => {
    const who = await member()
    await employ(database.kysely, who.memberId, '2026-11-08T00:00:00.000Z')
    expect((await leave(who)).errmsg).toContain('salary from your contract')
    const bills = database.kysely.selectFrom('contractBill').select('kind').where('memberId', '=', who.memberId)
    expect(await bills.execute()).toEqual([])
  })

  test('names pay that is not funded, and gives it up only once that was said; an earlier app keeps it in the way', async () => {
    const who = await member()
    const { kysely: db } = database
    await employ(db, who.memberId, instant(clock))
    clock.advance(14 * 24 * 3_600_000)
    const renewed = { ...who, token: await world.tokenOf(who.memberId) }
    expect((await leave(renewed)).errno).toBe(1740)
    const given = async (pay: number) => await leave(renewed, password, randomUUID(), 0, pay)
    const told = await given(0)
    expect(told).toMatchObject({ errno: 1712, data: { givesUp: 0, currency: 'USD', pay: expect.any(Number) } })
    const { pay } = told.data as { pay: number }
    expect(pay).toBeGreaterThan(1)
    expect((await given(pay - 1)).errno).toBe(1712)
    expect((await rowOf(who.memberId)).deletedAt).toBeNull()
    expect((await given(pay)).errno).toBe(0)
    const bills = await db
      .selectFrom('contractBill')
      .select(['kind', 'amount', 'fundedAt', 'voidedAt'])
      .where('memberId', '=', who.memberId)
      .execute()
    expect(bills).toEqual([{ kind: 'weekly', amount: pay, fundedAt: null, voidedAt: instant(clock) }])
    await paySalaries({ database, clock })
    expect((await balances(db, who.memberId))['wages'] ?? 0).toBe(0)
  })

  test('is refused while pay is being funded at that moment', async () => {
    const who = await member()
    const { kysely: db } = database
    await employ(db, who.memberId, instant(clock))
    clock.advance(14 * 24 * 3_600_000)
    const renewed = { ...who, token: await world.tokenOf(who.memberId) }
    await paySalaries({ database, clock })
    const fund = (tx: Db) =>
      tx
        .updateTable('contractBill')
        .set({ fundedAt: instant(clock) })
        .where('memberId', '=', who.memberId)
        .execute()
    const [, left] = await beforeCommit(database, fund, () => leave(renewed, password, randomUUID(), 0, 1_000_000))
    expect(left).toMatchObject({ value: { errno: 1740 } })
  })

  test('and a bonus billed at that moment: nobody could receive it, so it is refused', async () => {
    const who = await member()
    await employ(database.kysely, who.memberId, instant(clock))
    const bonus = (db: Db) =>
      billExtra(
        db,
        { memberId: who.memberId, kind: 'bonus', ref: 'fair', work: 'Helped at the fair', amount: 500 },
        clock,
      )
    const [, billed] = await beforeCommit(database, goes(who), () => database.inTransaction(bonus))
    expect(billed).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
    const bills = database.kysely.selectFrom('contractBill').select('id').where('memberId', '=', who.memberId)
    expect(await bills.execute()).toEqual([])
  })

  test('and weekly pay is not billed at that moment: the job waits for the deletion', async () => {
    const who = await member()
    await employ(database.kysely, who.memberId, instant(clock))
    clock.advance(14 * 24 * 3_600_000)
    const leaves = async (db: Db) => {
      await lockToDelete(db, who.memberId)
      const deleted = { deletedAt: instant(clock) }
      await db.updateTable('member').set(deleted).where('id', '=', who.memberId).execute()
    }
    const outcomes = await beforeCommit(database, leaves, () => paySalaries({ database, clock }))
    expect(outcomes.map((it) => it.status)).toEqual(['fulfilled', 'fulfilled'])
    const bills = database.kysely.selectFrom('contractBill').select('id').where('memberId', '=', who.memberId)
    expect(await bills.execute()).toEqual([])
  })

  test('ends the term of its units without a word; an owner who stays is told', async () => {
    const [who, other] = [await member(1000), await member(1000)]
    const machine = await shop().offer({ price: 1000, validityDays: 1 })
    for (const { memberId } of [who, other]) await shop().buy(memberId, machine.productId)
    expect((await leave(who)).errno).toBe(0)
    clock.advance(26 * 3_600_000)
    await settle({ database, clock })
    const told = await database.kysely
      .selectFrom('message')
      .select(['memberId', 'kind'])
      .where('memberId', 'in', [who.memberId, other.memberId])
      .where('kind', '=', 'unit_expired')
      .execute()
    expect(told).toEqual([{ memberId: other.memberId, kind: 'unit_expired' }])
  })

  test('is refused while an order could be cancelled for money, names the way, and takes nothing', async () => {
    const who = await member(1000)
    const machine = await shop().offer({ price: 1000, cancellationHours: 24 })
    const orderId = await shop().buy(who.memberId, machine.productId)
    expect(await leave(who)).toMatchObject({
      errno: 1740,
      errmsg: expect.stringContaining('orders you can still cancel'),
    })
    await cancelAsShown(database, { memberId: who.memberId, orderId }, clock)
    expect((await balances(database.kysely, who.memberId))['recharge']).toBe(1000)
    await shop().buy(who.memberId, machine.productId)
    clock.advance(24 * 60 * 60_000)
    const later = { ...who, token: await world.tokenOf(who.memberId) }
    expect((await leave(later)).errno).toBe(0)
  })

  test('is refused while a top-up is under way: awaited, in part, or seen however late', async () => {
    const who = await member()
    const address = `T${randomUUID()}`
    const id = randomUUID()
    const at = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString()
    await database.kysely
      .insertInto('currency')
      .values({ code: 'USDT', name: 'Tether', symbol: 'USDT', decimals: 6, position: 9 })
      .onConflict((it) => it.column('code').doNothing())
      .execute()
    await database.kysely
      .insertInto('depositAddress')
      .values({ address, network: 'trc20', memberId: who.memberId, addedAt: at(-30) })
      .execute()
    await database.kysely
      .insertInto('awaitedTopUp')
      .values({
        id,
        memberId: who.memberId,
        asset: 'USDT',
        network: 'trc20',
        address,
        currency: 'USD',
        amount: 1000,
        due: 10_000_000,
        rate: '1',
        openedAt: at(-30),
        expiresAt: at(30),
        lookAt: at(0),
        lookedAt: null,
      })
      .execute()
    const brings = (externalId: string, value: number, more: { credited?: number; isGone?: boolean }) =>
      database.kysely
        .insertInto('railTransfer')
        .values({
          network: 'trc20',
          externalId: `${id}:${externalId}`,
          awaitedId: id,
          value,
          confirmed: 3,
          isGone: false,
          arrivedAt: at(-20),
          credited: null,
          creditedAt: more.credited === undefined ? null : at(-10),
          ...more,
        })
        .execute()
    const isHeld = async () => {
      expect((await leave(who)).errmsg).toContain('top-ups in progress')
    }
    await isHeld()
    await brings('dust', 1, { credited: 0 })
    await isHeld()
    await brings('a part', 4_000_000, { credited: 400 })
    await isHeld()
    clock.advance(31 * 60_000)
    const renewed = { ...who, token: await world.tokenOf(who.memberId) }
    await brings('late', 6_000_000, {})
    expect((await leave(renewed)).errmsg).toContain('top-ups in progress')
    await database.kysely
      .updateTable('railTransfer')
      .set({ isGone: true })
      .where('externalId', '=', `${id}:late`)
      .execute()
    expect((await leave(renewed)).errno).toBe(0)
    // These rows have no transfers; the books are checked further down.
    await asOwner(database, (db) => db.deleteFrom('railTransfer').where('awaitedId', '=', id).execute())
  })

  test('names what running units have earned and gives it up only once that was said', async () => {
    const who = await member(2000)
    const machine = await shop().offer({ price: 1000, settlementType: 1 })
    await shop().buy(who.memberId, machine.productId, 2)
    await shop().earn(machine, 1000)
    clock.advance(1000)
    // 60 % of 1000 over ten units, of which two are the member's.
    expect(await leave(who)).toMatchObject({ errno: 1712, data: { givesUp: 120, currency: 'USD' } })
    expect(await leave(who, password, randomUUID(), 119)).toMatchObject({ errno: 1712, data: { givesUp: 120 } })
    expect(
      await database.kysely.selectFrom('unit').select('status').where('memberId', '=', who.memberId).execute(),
    ).toEqual([{ status: 'active' }, { status: 'active' }])
    expect((await leave(who, password, randomUUID(), 120)).errno).toBe(0)
    expect(await reconcile(database.kysely)).toEqual([])
  })

  describe('names what late revenue of an expired unit still brings', () => {
    const hour = 60 * 60_000
    const day = 24 * hour
    /** A member whose only unit has expired and was paid, and the machine, which others can buy of again. */
    async function expired() {
      const who = await member(1000)
      const machine = await shop().offer({ price: 1000, validityDays: 1 }, { memberShareBp: 10_000 })
      await shop().buy(who.memberId, machine.productId)
      clock.advance(day + 2 * hour)
      await settleDue(database, clock)
      const late = (db: Db) =>
        bookRevenue(
          db,
          {
            source: 'test',
            externalId: randomUUID(),
            deviceNumber: machine.deviceNumber,
            kind: 'trip',
            amount: 700,
            currency: 'USD',
            distanceM: 1000,
            startedAt: instant(clock.now() - 4 * hour),
            endedAt: instant(clock.now() - 3 * hour),
          },
          clock,
        )
      return { who: { ...who, token: await world.tokenOf(who.memberId) }, machine, late }
    }
    const placesOf = ({ id }: { id: string }) =>
      database.kysely
        .selectFrom('machineTotal')
        .select('unitsHeld')
        .where('machineId', '=', id)
        .executeTakeFirstOrThrow()

    test('and pays it to nobody once it was given up: it is what nobody held, so the operator gets it', async () => {
      const { who, machine, late } = await expired()
      await database.inTransaction(late)
      expect(await placesOf(machine)).toEqual({ unitsHeld: 0 })
      expect(await leave(who)).toMatchObject({ errno: 1712, data: { givesUp: 70, currency: 'USD' } })
      expect((await leave(who, password, randomUUID(), 70)).errno).toBe(0)
      expect(await placesOf(machine)).toEqual({ unitsHeld: 0 })
      clock.advance(2 * hour)
      await settleDue(database, clock)
      expect((await balances(database.kysely, who.memberId))['pending']).toBe(0)
      expect(await reconcile(database.kysely)).toEqual([])
      await bookUnsoldShares(database, new ManualClock(instant(clock.now() + 70 * day)))
      expect((await balances(database.kysely, machine.id))['machine']).toBe(0)
      expect(await reconcile(database.kysely)).toEqual([])
    })

    test('also where it is booked at that moment', async () => {
      const { who, late } = await expired()
      const [, left] = await beforeCommit(database, late, () => leave(who))
      expect(left).toMatchObject({ value: { errno: 1712, data: { givesUp: 70 } } })
      clock.advance(2 * hour)
      await settleDue(database, clock)
      expect((await balances(database.kysely, who.memberId))['pending']).toBe(70)
    })
  })

  test('waits for a settlement that is paying its units, and then finds the income in the way', async () => {
    const who = await member(1000)
    const machine = await shop().offer({ price: 1000, settlementType: 2 })
    await shop().buy(who.memberId, machine.productId)
    await shop().earn(machine, 1000)
    const period = periodAt('hourly', clock.now())
    clock.advance(60 * 60_000)
    const renewed = { ...who, token: await world.tokenOf(who.memberId) }
    const left = await whilePaying(database, { period, memberId: who.memberId, clock }, () =>
      leave(renewed, password, randomUUID(), 1000),
    )
    expect(left.errno).toBe(1740)
    expect((await balances(database.kysely, who.memberId))['pending']).toBe(60)
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('and a top-up at once: either it is in the way, or it is refused and nobody has it', async () => {
    for (let n = 0; n < 4; n += 1) {
      const who = await member()
      const topUp = {
        source: 'test',
        externalId: randomUUID(),
        memberId: who.memberId,
        amount: 700,
        currency: 'USD',
        receivedAt: new Date(clock.now()).toISOString(),
      }
      const [left, credited] = await Promise.allSettled([
        leave(who),
        database.inTransaction((db) => creditTopUp(db, topUp, clock)),
      ])
      const isGone = left.status === 'fulfilled' && left.value.errno === 0
      expect(credited.status).toBe(isGone ? 'rejected' : 'fulfilled')
      expect((await balances(database.kysely, who.memberId))['recharge']).toBe(isGone ? 0 : 700)
    }
  })

  test('and a command at once: once the account is deleted, the command that waited for it is refused', async () => {
    const who = await member()
    const args = {
      id: randomUUID(),
      basedOn: null,
      recipient: 'Ada',
      phone: '+6281200000001',
      regionId: 'id-bali-denpasar',
      detail: 'Jl. Teuku Umar 12',
      isDefault: false,
    }
    const [, saved] = await beforeCommit(database, goes(who), () =>
      world.call('address/save', { token: who.token, args }),
    )
    expect(saved).toMatchObject({ value: { body: { errno: 401 } } })
    const kept = await database.kysely.selectFrom('address').select('id').where('memberId', '=', who.memberId).execute()
    expect(kept).toEqual([])
  })

  test('and coins of a level, or a message, that fall due at that moment: whoever has left gets neither', async () => {
    const who = await member()
    const { kysely: db } = database
    await db.updateTable('level').set({ upgradeBonusPoints: 7 }).where('level', '=', 0).execute()
    const outcomes = await beforeCommit(database, goes(who), () => reachAllLevels({ database, clock }))
    await db.updateTable('level').set({ upgradeBonusPoints: 0 }).where('level', '=', 0).execute()
    expect(outcomes.map((it) => it.status)).toEqual(['fulfilled', 'fulfilled'])
    expect((await balances(db, who.memberId))['gold']).toBe(0)

    const other = await member()
    const told = { memberId: other.memberId, kind: 'level_reached', ref: '1', route: null } as const
    const tell = (tx: Db) => notify(tx, [{ ...told, params: { level: 1, points: 7 } }], clock)
    await beforeCommit(database, goes(other), () => database.inTransaction(tell))
    const messages = await db.selectFrom('message').select('id').where('memberId', '=', other.memberId).execute()
    expect(messages).toEqual([])
  })

  // The embedded database has one connection: nobody waits for a row there.
  test.runIf(kind === 'postgres').each([
    ['asked for by two devices', deleteAccount.path, { password, confirmed: true }, 401],
    ['and another phone for it', bindPhone.path, { phone: '+6281399990001', code: '000000', password }, 1603],
  ])('%s at once: neither has the row that the other one wants alone', async (_, path, args, errno) => {
    const { token } = await member()
    const deadlocks: unknown[] = []
    const call = world.callWith({
      ...database,
      inTransaction: (work, last) =>
        database.inTransaction(
          (db) =>
            work(db).catch((cause: unknown) => {
              if (isSqlError(cause, '40P01')) deadlocks.push(cause)
              throw cause
            }),
          last,
        ),
    })
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const settlement = database.inTransaction(async (db) => {
      await holdSettlement(db)
      held.resolve()
      await free.promise
    })
    await held.promise
    const first = call(deleteAccount.path, { token, args: { password, confirmed: true } })
    while (!(await waits(database, 1))) continue
    const second = call(path, { token, args })
    const hasEnded = second.then(() => true)
    while (!(await Promise.race([hasEnded, waits(database, 2)]))) continue
    free.resolve()
    await settlement
    expect([(await first).body.errno, (await second).body.errno]).toEqual([0, errno])
    expect(deadlocks).toEqual([])
  })

  test('whose answer was lost is told by the refusal to renew the session, on each device that was signed in', async () => {
    const { memberId, token, cookie } = await world.member()
    await database.kysely.updateTable('member').set({ passwordHash }).where('id', '=', memberId).execute()
    const { refreshToken } = await startSession(database.kysely, memberId, undefined, clock)
    const other = await startSession(database.kysely, memberId, undefined, clock)
    await revokeSession(database.kysely, other, clock)
    clock.advance(1000)
    const left = await world.call('auth/unsubscribe', { token, args: { password, confirmed: true } })
    expect([left.body.errno, left.cookie]).toEqual([0, undefined])
    const isAccountDeleted = async (it: string) => {
      const { body } = await world.call('auth/refresh', { cookie: it })
      expect(body.errno).toBe(401)
      return body.data
    }
    // Asking twice: another tab, or the worker.
    for (const device of [cookie, cookie, `voltfolio_refresh=${refreshToken}`])
      expect(await isAccountDeleted(device)).toEqual({ isAccountDeleted: true })
    // Who had signed out, and who never was signed in, learn nothing.
    for (const device of [`voltfolio_refresh=${other.refreshToken}`, 'voltfolio_refresh=made-up'])
      expect(await isAccountDeleted(device)).toBeNull()
  })

  test("forgets quizzes, limits of play and the words of one's seed; the draws stay, and lapse", async () => {
    const who = await member()
    const { memberId, token } = who
    const at = gameTable(world, clock)
    await at.give({ memberId, gold: 100 })
    const gift = { of: 'gold', amount: 1 } as const
    await at.publish(ruleOf('left', { slots: [slotOf('one', gift), slotOf('two', gift)] }))
    await at.play(token, 'left')
    const ask = async (path: string, method: 'GET' | 'POST', args: object) =>
      (await world.call(path, { method, token, args })).body.errno
    expect(await ask('game/limits/save', 'POST', { daily: 5, pause: true })).toBe(0)
    expect(await ask('answer/next', 'GET', { sitting: randomUUID() })).toBe(0)
    const { kysely: db } = database
    const kept = async (table: 'quizAttempt' | 'playLimits') =>
      (await db.selectFrom(table).selectAll().where('memberId', '=', memberId).execute()).length
    const draws = () =>
      db.selectFrom('draw').select(['memberSeed', 'status']).where('memberId', '=', memberId).execute()
    expect([await kept('quizAttempt'), await kept('playLimits'), await draws()]).toEqual([
      1,
      1,
      [{ memberSeed: 'chosen by me', status: 0 }],
    ])
    expect((await leave(who)).errno).toBe(0)
    expect([await kept('quizAttempt'), await kept('playLimits'), await draws()]).toEqual([
      0,
      0,
      [{ memberSeed: '', status: 2 }],
    ])
    expect(await reconcile(db)).toEqual([])
  })

  test('leaves nobody to recognise, no session, no push; the books stay sound', async () => {
    const who = await member(3000)
    const { phone, invitationCode } = await rowOf(who.memberId)
    const machine = await shop().offer({ price: 1500 })
    await shop().buy(who.memberId, machine.productId, 2)
    await bindCard(database.kysely, who.memberId)
    await startSession(database.kysely, who.memberId, 'a-device', clock, {
      browser: 'Firefox 146',
      platform: 'Android',
    })
    await shop().coupon(who.memberId, { type: 2, value: 500 })
    await world.call('push/subscribe', {
      token: who.token,
      args: { endpoint: 'https://push.example/1', p256dh: 'x', auth: 'y' },
    })
    const key = randomUUID()
    expect((await leave(who, password, key)).errno).toBe(0)
    // A restored backup has the account again: the log is kept elsewhere.
    expect(logged.filter((it) => 'member' in it && it.member === who.memberId)).toEqual([
      { event: 'account deleted', member: who.memberId, at: instant(clock), mac: expect.any(String) },
    ])

    const { kysely: db } = database
    expect(await rowOf(who.memberId)).toMatchObject({
      nickname: null,
      transactionPasswordHash: null,
      deletedAt: new Date(clock.now()).toISOString(),
    })
    expect((await world.call('user/info', { method: 'GET', token: who.token })).body.errno).toBe(401)
    expect((await world.call('auth/jwscLogin', { args: { phone, password, agreed: true } })).body.errno).toBe(1601)
    const tables = ['pushSubscription', 'message', 'coupon', 'contract'] as const
    for (const table of tables)
      expect(await db.selectFrom(table).select('memberId').where('memberId', '=', who.memberId).execute()).toEqual([])
    expect(
      await db
        .selectFrom('bankCard')
        .select(['holderName', 'phone', 'numberSealed', 'numberDigest', 'lastFour'])
        .where('memberId', '=', who.memberId)
        .execute(),
    ).toEqual([{ holderName: '', phone: '', numberSealed: null, numberDigest: null, lastFour: null }])
    const sessions = await db
      .selectFrom('session')
      .select(['device', 'browser', 'platform'])
      .distinct()
      .where('memberId', '=', who.memberId)
      .execute()
    expect(sessions).toEqual([{ device: null, browser: null, platform: null }])
    expect(await db.selectFrom('idem').select('key').where('memberId', '=', who.memberId).execute()).toEqual([{ key }])
    expect(await db.selectFrom('unit').select('status').where('memberId', '=', who.memberId).execute()).toEqual([
      { status: 'expired' },
      { status: 'expired' },
    ])
    expect(
      await db
        .selectFrom('machine')
        .innerJoin('machineTotal', 'machineId', 'machine.id')
        .select('unitsHeld')
        .where('productId', '=', machine.productId)
        .executeTakeFirstOrThrow(),
    ).toEqual({ unitsHeld: 0 })
    const { rows } = await sql<{
      at: string
    }>`select 'member' as at from member where phone = ${phone} or invitation_code = ${invitationCode}
      union all select 'phone' from member_phone where phone = ${phone} or member_id = ${who.memberId}
      union all select 'code' from invitation_code where code = ${invitationCode} or member_id = ${who.memberId}`.execute(
      db,
    )
    expect(rows).toEqual([])
    // The phone number can be registered again.
    await changeMember(db, (await member()).memberId, { phone })
  })
})

test('what is in the way is said in one order, and points are not', () => {
  expect(
    obstaclesIn(
      [
        { code: 'gold', balance: 5 },
        { code: 'lucky', balance: 1 },
        { code: 'recharge', balance: 0 },
      ],
      {},
    ),
  ).toEqual([])
  expect(
    obstaclesIn(
      [
        { code: 'wages', balance: 1 },
        { code: 'prize_due', balance: 1 },
        { code: 'deposit_income', balance: 1 },
        { code: 'pending', balance: 1 },
        { code: 'income', balance: 1 },
      ],
      { topUps: true, bills: true, withdrawals: true, parcels: true, orders: true },
    ),
  ).toEqual([...obstacles])
})
