import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Withdrawal } from '#protocol/wallet.ts'
import { instant } from '#server/clock.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { setSetting } from '#server/db/settings.ts'
import type { WithdrawalRequest } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { cancelWithdrawal, moveWithdrawal, requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { ruleIn } from '#server/features/wallet/withdrawal/rule-sentences.ts'
import { recentWithdrawals, withdrawalOf } from '#server/features/wallet/withdrawal/withdrawals.ts'
import { messageFor } from '#server/http/messages.ts'
import { silentLog } from '#server/log.ts'
import { textOf } from '#server/notices/texts.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { languages } from '#protocol/languages.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(databases)('withdrawing on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
  })
  afterAll(() => database.close())

  /** A member with so much income and a card that works. */
  async function earner(income: number): Promise<{ memberId: string; cardId: string }> {
    const memberId = await makeMember(database.kysely)
    if (income > 0) await database.inTransaction((db) => giveIncome(db, memberId, income, clock))
    return { memberId, cardId: await bindCard(database.kysely, memberId) }
  }
  const request = async (wish: Omit<WithdrawalRequest, 'expectedArrival'> & { expectedArrival?: number }) => {
    const { arrives } = linesOf(wish.amount, await termsOf(database.kysely, wish.memberId))
    const wanted = { expectedArrival: arrives, ...wish }
    return (await database.inTransaction((db) => requestWithdrawal(db, wanted, clock))).id
  }
  const move = (id: string, to: 'approved' | 'sent' | 'arrived' | 'returned', reason?: string) =>
    database.inTransaction((db) => moveWithdrawal(db, { id, to, ...(reason === undefined ? {} : { reason }) }, clock))
  const cancel = (memberId: string, id: string) =>
    database.inTransaction((db) => cancelWithdrawal(db, { memberId, id }, clock))
  const wallets = (memberId: string) => balances(database.kysely, memberId)
  const read = (memberId: string, id: string): Promise<Withdrawal> =>
    withdrawalOf(database.kysely, { memberId, id, language: 'en' })
  const messages = async (memberId: string) =>
    (
      await database.kysely
        .selectFrom('message')
        .select(['kind', 'params', 'route'])
        .where('memberId', '=', memberId)
        .orderBy('at')
        .execute()
    ).filter((it) => it.kind.startsWith('withdrawal'))

  test('leaves the wallet at the request, and the books only when it has arrived: the fee to the operator, the rest to the bank', async () => {
    const { memberId, cardId } = await earner(10_000)
    const id = await request({ memberId, amount: 8000, cardId })
    expect(await wallets(memberId)).toMatchObject({ income: 2000, withdrawing: 8000 })
    expect(await read(memberId, id)).toMatchObject({
      amount: 8000,
      fee: 80,
      discount: 0,
      tax: 0,
      arrives: 7920,
      state: 'requested',
      cardMasked: '•••• 1234',
      reason: null,
    })
    for (const state of ['approved', 'sent', 'arrived'] as const) {
      clock.advance(60_000)
      expect(await move(id, state)).toEqual({ changed: true })
      expect(await move(id, state)).toEqual({ changed: false })
    }
    expect(await wallets(memberId)).toMatchObject({ income: 2000, withdrawing: 0 })
    const { steps } = await read(memberId, id)
    expect(steps.map((it) => it.state)).toEqual(['requested', 'approved', 'sent', 'arrived'])
    expect(new Set(steps.map((it) => it.at)).size).toBe(4)
    const paid = await database.kysely
      .selectFrom('transfer')
      .select(['kind', 'amount'])
      .where('ref', '=', id)
      .orderBy('id')
      .execute()
    expect(paid).toEqual([
      { kind: 'withdrawal', amount: 8000 },
      { kind: 'withdrawal_paid', amount: 7920 },
      { kind: 'withdrawal_fee', amount: 80 },
    ])
    expect((await messages(memberId)).map((it) => it.kind)).toEqual([
      'withdrawal_requested',
      'withdrawal_approved',
      'withdrawal_sent',
      'withdrawal_arrived',
    ])
  })

  test.each(['requested', 'approved', 'sent'] as const)(
    'comes back whole when it is returned after it was %s',
    async (last) => {
      const { memberId, cardId } = await earner(5000)
      const id = await request({ memberId, amount: 5000, cardId })
      if (last !== 'requested') await move(id, 'approved')
      if (last === 'sent') await move(id, 'sent')
      await expect(move(id, 'returned')).rejects.toMatchObject({ code: 'bad_request' })
      expect(await move(id, 'returned', 'The bank does not know this card.')).toEqual({ changed: true })
      expect(await move(id, 'returned', 'Again')).toEqual({ changed: false })
      expect(await wallets(memberId)).toMatchObject({ income: 5000, withdrawing: 0 })
      expect(await read(memberId, id)).toMatchObject({ state: 'returned', reason: 'The bank does not know this card.' })
      expect((await messages(memberId)).at(-1)).toMatchObject({
        kind: 'withdrawal_returned',
        route: `/subPages/withdraw/index?id=${id}`,
        params: { amount: 5000, reason: 'The bank does not know this card.' },
      })
      // And can be asked for again.
      await request({ memberId, amount: 5000, cardId })
      expect(await wallets(memberId)).toMatchObject({ income: 0, withdrawing: 5000 })
    },
  )

  test('a usual reason of a return is read in the language of the member, on the withdrawal and in the message', async () => {
    const { memberId, cardId } = await earner(5000)
    const id = await request({ memberId, amount: 5000, cardId })
    await move(id, 'returned', 'card-closed')
    const { params } = (await messages(memberId)).at(-1)!
    const said = await Promise.all(
      languages.map(async (language) => {
        const { reason } = await withdrawalOf(database.kysely, { memberId, id, language })
        const message = textOf('withdrawal_returned', params, language)
        return { reason, isInMessage: reason !== null && message?.line.includes(reason) }
      }),
    )
    expect(said[0]?.reason).toBe('The bank says that this card or its account is closed. Use another card.')
    expect(new Set(said.map((it) => it.reason)).size).toBe(languages.length)
    expect(said.filter((it) => !it.isInMessage)).toEqual([])
  })

  test('is cancelled by its member until it is approved: all of it comes back, once', async () => {
    const { memberId, cardId } = await earner(5000)
    const stranger = await earner(0)
    const id = await request({ memberId, amount: 5000, cardId })
    expect((await read(memberId, id)).expectedBy).toBe(new Date(clock.now() + 72 * 3_600_000).toISOString())
    await expect(cancel(stranger.memberId, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(cancel(memberId, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    await cancel(memberId, id)
    await cancel(memberId, id)
    expect(await wallets(memberId)).toMatchObject({ income: 5000, withdrawing: 0 })
    const cancelled = await read(memberId, id)
    expect(cancelled).toMatchObject({
      state: 'returned',
      reason: null,
      cancelledAt: new Date(clock.now()).toISOString(),
    })
    expect(cancelled.steps.map((it) => it.state)).toEqual(['requested', 'returned'])
    for (const to of ['approved', 'sent', 'arrived'] as const)
      await expect(move(id, to)).rejects.toMatchObject({ code: 'bad_request' })
    // The day's limit is whole again, and an approved one stays on its way.
    const second = await request({ memberId, amount: 5000, cardId })
    await move(second, 'approved')
    await expect(cancel(memberId, second)).rejects.toMatchObject({ code: 'withdrawal_approved' })
    expect(await wallets(memberId)).toMatchObject({ income: 0, withdrawing: 5000 })
    await move(second, 'returned', 'The bank is closed.')
    await expect(cancel(memberId, second)).rejects.toMatchObject({ code: 'withdrawal_approved' })
    expect(await wallets(memberId)).toMatchObject({ income: 5000, withdrawing: 0 })
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('of an approval and several cancellings at once, one side wins and the money is in one place', async () => {
    for (let n = 0; n < 8; n += 1) {
      const { memberId, cardId } = await earner(5000)
      const id = await request({ memberId, amount: 5000, cardId })
      const deeds = [() => cancel(memberId, id), () => move(id, 'approved'), () => cancel(memberId, id)]
      const settled = await Promise.allSettled((n % 2 ? deeds : deeds.toReversed()).map((it) => it()))
      const { state } = await read(memberId, id)
      const isApproved = state === 'approved'
      expect(settled.filter((it) => it.status === 'fulfilled')).toHaveLength(isApproved ? 1 : 2)
      expect(await wallets(memberId)).toMatchObject(
        isApproved ? { income: 0, withdrawing: 5000 } : { income: 5000, withdrawing: 0 },
      )
    }
    expect(await reconcile(database.kysely)).toEqual([])
  })

  test('is listed for the operator before those that wait for the bank, and the list says where it is cut', async () => {
    const { memberId, cardId } = await earner(20_000)
    const sent = await request({ memberId, amount: 8000, cardId })
    for (const state of ['approved', 'sent'] as const) await move(sent, state)
    clock.advance(60_000)
    const requested = await request({ memberId, amount: 8000, cardId })
    const config = readConfig({ DATA_DIR: 'no-such-folder' })
    const list = async () =>
      (
        await operate({ database, clock, config, log: silentLog }, [
          'withdrawal',
          'list',
          '--as',
          'Ana',
          '--why',
          'a test',
        ])
      ).lines
    const at = async (id: string) => (await list()).findIndex((it) => it.startsWith(id))
    expect(await at(requested)).toBeLessThan(await at(sent))
    expect((await list()).at(-1)).not.toContain('And more')
    const { rows: copies } = await asOwner(database, (db) =>
      sql<{ id: string }>`
        insert into withdrawal
        select (jsonb_populate_record(withdrawal, jsonb_build_object('id', gen_random_uuid()))).*
        from withdrawal, generate_series(1, 200) where id = ${requested} returning id`.execute(db),
    )
    expect((await list()).at(-1)).toBe('And more: only the first 200 are listed.')
    const made = copies.map(({ id }) => id)
    await asOwner(database, (db) => db.deleteFrom('withdrawal').where('id', 'in', made).execute())
    await move(sent, 'arrived')
    await cancel(memberId, requested)
  })

  test('goes only forward: nothing is skipped, and what has arrived stays', async () => {
    const { memberId, cardId } = await earner(5000)
    const id = await request({ memberId, amount: 5000, cardId })
    for (const to of ['sent', 'arrived'] as const)
      await expect(move(id, to)).rejects.toMatchObject({ code: 'bad_request' })
    for (const to of ['approved', 'sent', 'arrived'] as const) await move(id, to)
    await expect(move(id, 'returned', 'no')).rejects.toMatchObject({ code: 'bad_request' })
    await expect(move(randomUUID(), 'approved')).rejects.toMatchObject({ code: 'not_found' })
    expect(await wallets(memberId)).toMatchObject({ income: 0, withdrawing: 0 })
  })

  test('is refused with its reason, and changes nothing', async () => {
    const { memberId, cardId } = await earner(20_000)
    const other = await earner(0)
    const disabled = await bindCard(database.kysely, memberId, { disabledAt: '2026-11-01T00:00:00.000Z' })
    const removed = await bindCard(database.kysely, memberId, { removedAt: '2026-11-01T00:00:00.000Z' })
    for (const [wish, code] of [
      [{ amount: 999 }, 'amount_out_of_range'],
      [{ amount: 500_001 }, 'amount_out_of_range'],
      [{ amount: 20_001 }, 'balance_insufficient'],
      [{ amount: 5000, expectedArrival: 4951 }, 'price_changed'],
      [{ amount: 5000, expectedArrival: 5000 }, 'price_changed'],
      [{ amount: 5000, cardId: randomUUID() }, 'card_unusable'],
      [{ amount: 5000, cardId: other.cardId }, 'card_unusable'],
      [{ amount: 5000, cardId: disabled }, 'card_unusable'],
      [{ amount: 5000, cardId: removed }, 'card_unusable'],
    ] as const)
      await expect(request({ memberId, cardId, ...wish })).rejects.toMatchObject({ code })
    expect(await wallets(memberId)).toMatchObject({ income: 20_000 })
    expect(await recentWithdrawals(database.kysely, { memberId, language: 'en' }, clock)).toEqual([])
    expect(await messages(memberId)).toEqual([])
  })

  test("keeps to what a day allows, the member's own day, and counts nothing that was returned", async () => {
    const { memberId, cardId } = await earner(2_500_000)
    const first = await request({ memberId, amount: 500_000, cardId })
    await request({ memberId, amount: 400_000, cardId })
    await expect(request({ memberId, amount: 100_001, cardId })).rejects.toMatchObject({
      code: 'daily_limit_reached',
      params: { left: 100_000 },
    })
    await move(first, 'returned', 'Wrong card.')
    await request({ memberId, amount: 500_000, cardId })
    // 17:00 UTC is midnight in Jakarta.
    clock.advance(Date.parse('2026-11-20T17:00:00.000Z') - clock.now())
    await request({ memberId, amount: 500_000, cardId })
  })

  test('of many at once only those that are covered leave, and never more than a day allows', async () => {
    const { memberId, cardId } = await earner(10_000)
    const sent = await Promise.allSettled(Array.from({ length: 6 }, () => request({ memberId, amount: 3000, cardId })))
    expect(sent.filter((it) => it.status === 'fulfilled')).toHaveLength(3)
    expect(sent.flatMap((it) => (it.status === 'rejected' ? [(it.reason as { code: string }).code] : []))).toEqual(
      Array.from({ length: 3 }, () => 'balance_insufficient'),
    )
    expect(await wallets(memberId)).toMatchObject({ income: 1000, withdrawing: 9000 })
    const [id] = sent.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
    // Approved and returned at the same time: either order may happen, but only one result.
    await move(id as string, 'approved')
    const both = await Promise.allSettled([
      move(id as string, 'sent'),
      move(id as string, 'returned', 'Stop.'),
      move(id as string, 'returned', 'Stop.'),
    ])
    expect(both.filter((it) => it.status === 'fulfilled' && it.value.changed).length).toBeGreaterThanOrEqual(1)
    expect(await wallets(memberId)).toMatchObject({ income: 4000, withdrawing: 6000 })
  })

  test("takes the level's discount off the fee, and its tax, rounding for the member", async () => {
    const { memberId, cardId } = await earner(100_000)
    await database.kysely
      .insertInto('level')
      .values({
        level: 90,
        name: 'Taxed',
        growthNeeded: 10 ** 9,
        withdrawalDiscountBp: 3333,
        upgradeBonusPoints: 0,
        salaryRewardBp: 0,
        taxRateBp: 155,
      })
      .execute()
    await database.kysely.updateTable('member').set({ level: 90 }).where('id', '=', memberId).execute()
    const id = await request({ memberId, amount: 12_345, cardId })
    expect(await read(memberId, id)).toMatchObject({ amount: 12_345, fee: 82, discount: 41, tax: 191, arrives: 12_072 })
    for (const to of ['approved', 'sent', 'arrived'] as const) await move(id, to)
    expect(await wallets(memberId)).toMatchObject({ income: 87_655, withdrawing: 0 })
  })

  test('follows the rule that the operator sets, and says it in every language', async () => {
    const { memberId } = await earner(0)
    await setSetting(database.kysely, 'withdrawal', {
      currency: 'USD',
      minimum: 2000,
      maximum: 9000,
      daily: 9000,
      feeBp: 250,
      feeMinimum: 75,
      hoursToArrive: 24,
    })
    const terms = await termsOf(database.kysely, memberId)
    expect(linesOf(2000, terms)).toMatchObject({ fee: 75, arrives: 1925 })
    expect(linesOf(4000, terms)).toMatchObject({ fee: 100, arrives: 3900 })
    expect(linesOf(50, terms)).toMatchObject({ fee: 50, arrives: 0 })
    for (const language of languages) {
      const lines = ruleIn(language, terms)
      expect(lines).toHaveLength(6)
      expect(lines.join('\n')).toContain('24')
      expect(ruleIn(language, { ...terms, hoursToArrive: 0 })).toHaveLength(5)
      const taxed = ruleIn(language, { ...terms, taxBp: 155 })
      expect(taxed).toHaveLength(7)
      expect(taxed.filter((it) => !lines.includes(it)).join()).toMatch(/[1١][.,٫][5٥]{2}/)
    }
    expect(ruleIn('en', { ...terms, discountBp: 500 })).toContain('Your level takes 5% off the fee.')
    expect(ruleIn('en', { ...terms, hoursToArrive: 1 })).toContain('It usually arrives within one hour.')
    expect(ruleIn('en', { ...terms, taxBp: 155 })).toContain('A tax of 1.55% of the amount is withheld.')
    await setSetting(database.kysely, 'withdrawal', { ...terms, hoursToArrive: 0 })
    const { cardId, ...who } = await earner(5000)
    const promised = await read(who.memberId, await request({ ...who, amount: 5000, cardId }))
    expect(promised.expectedBy).toBe(null)
    await asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'withdrawal').execute())
  })

  test('says of no card that it must be active, as one with an unpaid fee takes withdrawals too', async () => {
    const { memberId } = await earner(0)
    const terms = await termsOf(database.kysely, memberId)
    const active = {
      en: 'active',
      id: 'aktif',
      ms: 'aktif',
      vi: 'đang hoạt động',
      th: 'ใช้งานได้',
      'zh-Hans': '有效',
      ar: 'نشطة',
    }
    for (const language of languages) {
      expect(ruleIn(language, terms)[0]).not.toContain(active[language])
      expect(messageFor('card_unusable', language)).not.toContain(active[language])
    }
  })

  const arrived = async (id: string) => {
    for (const to of ['approved', 'sent', 'arrived'] as const) await move(id, to)
  }
  const returnArrived = (id: string, reason?: string) =>
    database.inTransaction((db) =>
      moveWithdrawal(
        db,
        { id, to: 'returned', afterArrival: true, ...(reason === undefined ? {} : { reason }) },
        clock,
      ),
    )

  test('comes back whole from where it went when it is returned though it had been booked as arrived, once', async () => {
    const { memberId, cardId } = await earner(8000)
    await database.kysely
      .insertInto('level')
      .values({
        level: 91,
        name: 'Taxed too',
        growthNeeded: 10 ** 9 + 1,
        withdrawalDiscountBp: 0,
        upgradeBonusPoints: 0,
        salaryRewardBp: 0,
        taxRateBp: 100,
      })
      .execute()
    await database.kysely.updateTable('member').set({ level: 91 }).where('id', '=', memberId).execute()
    const id = await request({ memberId, amount: 8000, cardId })
    const other = await request({ ...(await earner(5000)), amount: 5000 })
    await move(id, 'approved')
    await move(id, 'sent')
    await expect(returnArrived(id, 'sent-back')).rejects.toMatchObject({
      params: { problem: expect.stringContaining('"withdrawal return"') },
    })
    await move(id, 'arrived')
    // What was arrived yesterday is closed by then.
    clock.advance(86_400_000)
    await expect(returnArrived(id)).rejects.toMatchObject({ code: 'bad_request', params: { field: 'reason' } })
    expect(await wallets(memberId)).toMatchObject({ income: 0, withdrawing: 0 })
    const both = await Promise.all([returnArrived(id, 'sent-back'), returnArrived(id, 'sent-back')])
    expect(both.map((it) => it.changed).toSorted()).toEqual([false, true])
    expect(await returnArrived(id, 'not-arrived')).toEqual({ changed: false })
    expect(await wallets(memberId)).toMatchObject({ income: 8000, withdrawing: 0 })
    const back = await database.kysely
      .selectFrom('transfer')
      .select(['kind', 'amount'])
      .where('ref', '=', id)
      .where('kind', 'like', '%_return')
      .orderBy('transfer.id')
      .execute()
    expect(back).toEqual([
      { kind: 'withdrawal_paid_return', amount: 7840 },
      { kind: 'withdrawal_fee_return', amount: 80 },
      { kind: 'withdrawal_tax_return', amount: 80 },
      { kind: 'withdrawal_return', amount: 8000 },
    ])
    const read = await withdrawalOf(database.kysely, { memberId, id, language: 'en' })
    expect(read).toMatchObject({ state: 'returned', reason: expect.stringContaining('after it had arrived') })
    expect(read.steps.map((it) => it.state)).toEqual(['requested', 'approved', 'sent', 'arrived', 'returned'])
    expect((await messages(memberId)).at(-1)).toMatchObject({
      kind: 'withdrawal_returned',
      route: `/subPages/withdraw/index?id=${id}`,
      params: { amount: 8000, reason: 'sent-back' },
    })
    await expect(returnArrived(other, 'sent-back')).rejects.toMatchObject({ code: 'bad_request' })
    await expect(returnArrived(randomUUID(), 'sent-back')).rejects.toMatchObject({ code: 'not_found' })
    await move(other, 'returned', 'card-closed')
    expect(await reconcile(database.kysely)).toEqual([])
    // And it can be asked for again.
    await arrived(await request({ memberId, amount: 8000, cardId }))
    expect(await wallets(memberId)).toMatchObject({ income: 0, withdrawing: 0 })
  })

  test('is not returned to a deleted account after it had arrived', async () => {
    const { memberId, cardId } = await earner(5000)
    const id = await request({ memberId, amount: 5000, cardId })
    await arrived(id)
    await database.kysely
      .updateTable('member')
      .set({ deletedAt: instant(clock) })
      .where('id', '=', memberId)
      .execute()
    await expect(returnArrived(id, 'sent-back')).rejects.toMatchObject({
      params: { problem: expect.stringContaining('deleted account') },
    })
    expect(await wallets(memberId)).toMatchObject({ income: 0, withdrawing: 0 })
  })

  test('leaves sound books behind, and apart only what is still on its way', async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    const apart = await database.kysely
      .selectFrom('account')
      .select((it) => it.fn.sum('balance').as('sum'))
      .where('code', '=', 'withdrawing')
      .executeTakeFirstOrThrow()
    const open = await database.kysely
      .selectFrom('withdrawal')
      .select((it) => it.fn.sum('amount').as('sum'))
      .where('state', 'in', ['requested', 'approved', 'sent'])
      .executeTakeFirstOrThrow()
    expect(apart.sum).toBe(open.sum)
  })
})
