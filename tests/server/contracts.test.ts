import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContractBill } from '#protocol/contracts.ts'
import { contractSubmit } from '#protocol/contracts.ts'
import { addDays } from '#server/clock.ts'
import { ringOf } from '#server/db/keyring.ts'
import type { Database } from '#server/db/open.ts'
import { mondayOf, weekOf } from '#server/db/weeks.ts'
import {
  approvedPeriods,
  reencryptContracts,
  revealContract,
  submitContract,
} from '#server/features/contracts/contracts.ts'
import { paySalaries } from '#server/features/contracts/paying.ts'
import { billExtra, endContract, reviewContract, voidExtra } from '#server/features/contracts/reviewing.ts'
import { payInCapital } from '#server/ledger/set-aside.ts'
import { house, openAccounts } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { BareWorld } from '#tests/support/bare-world.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases } from '#tests/support/databases.ts'
import { balances } from '#tests/support/people-and-machines.ts'
import type { SecureClient } from '#tests/support/secure-client.ts'
import { secureClientFor } from '#tests/support/secure-client.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000
const [ok, badRequest, notFound, nothing, changed, notYet, notOffered, inReview, level, notRunning] = [
  0, 400, 1404, 1708, 1712, 1730, 1731, 1732, 1485, 1739,
]
const terms = {
  article: 'contract',
  work: [{ en: 'Cleaning scooters', id: 'Membersihkan skuter' }, { en: 'Reporting faults' }],
  weeklySalary: 2500,
  currency: 'USD',
  paidFrom: { en: 'The salary account' },
  startsOn: '2026-01-01',
  endsOn: null as string | null,
  minimumLevel: 0,
}
const form = {
  name: 'Sari Dewi',
  phone: '+6281234567890',
  education: 'bachelor' as const,
  bankName: 'BCA',
  accountName: 'SARI DEWI',
  signature: [
    [
      [0, 0],
      [500, 300],
    ],
  ] as [number, number][][],
  agreed: true,
}
const secret = { idNumber: '3174096112900001', cardNumber: '4111 1111 1111 1111' }

describe.each(databases)('contract and salary on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let secureClient: SecureClient
  let seasons = 0
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    secureClient = await secureClientFor(world.call)
    await openAccounts(database.kysely, null, [{ code: 'salary', asset: 'USD' }])
  })
  afterAll(() => database.close())
  // A Friday a year after the one before: the weeks that other tests billed are long past.
  beforeEach(async () => {
    seasons += 1
    clock.advance(Date.parse('2026-11-20T06:00:00.000Z') + seasons * 52 * 7 * day - clock.now())
    await asOwner(database, (db) => db.deleteFrom('contractBill').execute())
    await database.kysely.deleteFrom('contract').execute()
    await offer(terms)
  })

  const offer = (value: object | null) =>
    value === null
      ? asOwner(database, (db) => db.deleteFrom('setting').where('name', '=', 'contract_terms').execute())
      : database.kysely
          .insertInto('setting')
          .values({ name: 'contract_terms', value: JSON.stringify(value) })
          .onConflict((it) => it.column('name').doUpdateSet({ value: JSON.stringify(value) }))
          .execute()
  const fund = async (amount: number) => {
    await payInCapital(database.kysely, { amount, currency: 'USD' }, clock)
    await post(
      database.kysely,
      [
        {
          debit: house('operator'),
          credit: { ownerId: null, code: 'salary' },
          amount,
          asset: 'USD',
          kind: 'salary_funding',
          ref: randomUUID(),
        },
      ],
      clock,
    )
  }
  const budget = async () =>
    (
      await database.kysely
        .selectFrom('account')
        .select('balance')
        .where('ownerId', '=', sql<string>`house()`)
        .where('code', '=', 'salary')
        .executeTakeFirstOrThrow()
    ).balance
  const member = async () => shopOn(database, clock).member()
  const as = async (memberId: string) => ({ memberId, token: await world.tokenOf(memberId) })
  const submit = async (memberId: string, args: object = {}, encryptedSecret: unknown = secret) =>
    (
      await secureClient.send(contractSubmit, await as(memberId), {
        args: { ...form, basedOn: 0, ...args },
        secret: encryptedSecret,
      })
    ).body
  const info = async (memberId: string, language = 'en') =>
    (
      await world.call('g/contract/info', {
        method: 'GET',
        token: await world.tokenOf(memberId),
        headers: { 'x-language': language },
      })
    ).body.data as {
      button: number
      version: number
      reason: string | null
      termsDigest: string
      terms: { work: string[] }
      contract: Record<string, unknown> | null
      ending: { day: string; lastPaidOn: string | null } | null
    }
  const review = (memberId: string, version: number, approve: boolean, remark: string | null = null) =>
    database.inTransaction((db) => reviewContract(db, { memberId, version, approve, remark }, clock))
  const bills = async (memberId: string, args: object = {}) =>
    (await world.call('g/contract/bill', { method: 'GET', args, token: await world.tokenOf(memberId) })).body.data as {
      items: ContractBill[]
      receivable: number
      received: number
      next?: string
    }
  const receive = async (memberId: string, week: string, key: string = randomUUID()) =>
    (await world.call('g/account/week/receive', { args: { week }, key, token: await world.tokenOf(memberId) })).body
  const receipt = async (memberId: string, billId: string) =>
    (await world.call('g/contract/confirm/receipt', { args: { billId }, token: await world.tokenOf(memberId) })).body
  const work = () => paySalaries({ database, clock })
  const employ = async () => {
    const memberId = await member()
    expect((await submit(memberId)).errno).toBe(ok)
    await review(memberId, 1, true)
    return memberId
  }

  test('the button goes through its five states', async () => {
    const memberId = await member()
    expect(await info(memberId)).toMatchObject({
      button: 0,
      version: 0,
      reason: null,
      contract: null,
      terms: { work: ['Cleaning scooters', 'Reporting faults'], weeklySalary: 2500, paidFrom: 'The salary account' },
    })
    expect((await info(memberId, 'id')).terms.work).toEqual(['Membersihkan skuter', 'Reporting faults'])
    expect((await submit(memberId)).data).toMatchObject({ button: 1, version: 1 })
    expect((await submit(memberId, { basedOn: 1 })).errno).toBe(inReview)
    await review(memberId, 1, false, 'The signature is missing a name')
    expect(await info(memberId)).toMatchObject({
      button: 3,
      version: 1,
      contract: { remark: 'The signature is missing a name' },
    })
    expect((await submit(memberId, { basedOn: 0 })).errno).toBe(changed)
    expect((await submit(memberId, { basedOn: 1 })).errno).toBe(ok)
    await review(memberId, 2, true)
    expect(await info(memberId)).toMatchObject({ button: 2, version: 2 })
    await offer(null)
    expect(await info(memberId)).toMatchObject({ button: 4, reason: expect.stringContaining('contract') })
    expect((await submit(memberId, { basedOn: 2 })).errno).toBe(notOffered)
    await offer({ ...terms, minimumLevel: 2 })
    expect(await info(memberId)).toMatchObject({ button: 4, reason: 'This needs member level 2; yours is 0.' })
    expect((await submit(memberId, { basedOn: 2 })).errno).toBe(level)
  })

  test('the terms that were shown are signed, and no others', async () => {
    const memberId = await member()
    const { termsDigest: shown } = await info(memberId)
    await offer({ ...terms, weeklySalary: 1000 })
    expect((await submit(memberId, { termsDigest: shown })).errno).toBe(changed)
    const { termsDigest, ...now } = await info(memberId, 'id')
    expect(now).toMatchObject({ button: 0, terms: { weeklySalary: 1000 } })
    expect((await submit(memberId, { termsDigest })).data).toMatchObject({ terms: { weeklySalary: 1000 } })
    // Builds of before the digest name none.
    expect((await submit(await member())).errno).toBe(ok)
  })

  test('a contract whose article was read in a text that is no more is not signed', async () => {
    const memberId = await member()
    const agreedTexts = [{ articleId: 'contract', language: 'en', revision: 999 }]
    expect((await submit(memberId, { agreedTexts })).errno).toBe(1738)
    expect(await info(memberId)).toMatchObject({ button: 0, version: 0 })
  })

  test('an approved contract is shown with the terms it was signed with, whatever is offered since', async () => {
    const memberId = await employ()
    const signed = { weeklySalary: 2500, work: ['Cleaning scooters', 'Reporting faults'] }
    expect(await info(memberId)).toMatchObject({ approved: { terms: signed, hasOtherTerms: false, endedOn: null } })
    await offer({ ...terms, weeklySalary: 1000, minimumLevel: 0 })
    expect(await info(memberId)).toMatchObject({
      button: 2,
      terms: { weeklySalary: 1000 },
      approved: { terms: signed, hasOtherTerms: true },
    })
    // Under review, and returned: the approved version applies still.
    await submit(memberId, { basedOn: 1 })
    expect(await info(memberId)).toMatchObject({
      button: 1,
      terms: { weeklySalary: 1000 },
      approved: { terms: signed },
    })
    await review(memberId, 2, false, 'No')
    expect(await info(memberId)).toMatchObject({ button: 3, approved: { terms: signed } })
    await offer(null)
    expect(await info(memberId)).toMatchObject({ button: 4, approved: { terms: signed, hasEnded: false } })
    await offer({ ...terms, minimumLevel: 2 })
    expect(await info(memberId)).toMatchObject({ button: 4, approved: { hasOtherTerms: false } })
  })

  /** The day so many days from now; tests begin on a Friday. */
  const dayAfter = (days: number) => new Date(clock.now() + days * day).toISOString().slice(0, 10)
  const approvedTold = async (memberId: string) =>
    (
      await database.kysely
        .selectFrom('message')
        .select(['params'])
        .where('memberId', '=', memberId)
        .where('kind', '=', 'contract_approved')
        .orderBy('ref')
        .execute()
    ).map(({ params }) => params)

  test('an update that was approved early is what follows, and the terms that pay until then are shown', async () => {
    const memberId = await employ()
    const [first, starts, second] = [dayAfter(3), dayAfter(20), dayAfter(24)]
    expect(await info(memberId)).toMatchObject({ approved: { firstPaidOn: first, hasBegun: false, untilOn: null } })
    clock.advance(4 * day)
    await offer({ ...terms, weeklySalary: 4000, startsOn: starts })
    await submit(memberId, { basedOn: 1 })
    await review(memberId, 2, true)
    expect(await approvedTold(memberId)).toEqual([
      { version: 1, firstPaidOn: first },
      { version: 2, firstPaidOn: second },
    ])
    const untilOn = dayAfter(19)
    expect(await info(memberId)).toMatchObject({
      button: 2,
      approved: {
        terms: { weeklySalary: 2500 },
        firstPaidOn: first,
        hasBegun: true,
        untilOn,
        endedOn: null,
        following: [{ terms: { weeklySalary: 4000, startsOn: starts }, firstPaidOn: second }],
        // What is on offer is the update.
        hasOtherTerms: false,
      },
    })
    clock.advance(20 * day)
    expect(await info(memberId)).toMatchObject({
      approved: { terms: { weeklySalary: 4000 }, firstPaidOn: second, hasBegun: true, untilOn: null, following: [] },
    })
  })

  test('an update that was approved in the middle of a week follows with the next', async () => {
    const memberId = await employ()
    clock.advance(11 * day)
    await offer({ ...terms, weeklySalary: 4000 })
    await submit(memberId, { basedOn: 1 })
    await review(memberId, 2, true)
    expect(await info(memberId)).toMatchObject({
      approved: { terms: { weeklySalary: 2500 }, following: [{ firstPaidOn: dayAfter(6) }] },
    })
  })

  test('a term that is over before an update starts is told with the day from which that pays', async () => {
    const [endsOn, starts] = [dayAfter(9), dayAfter(23)]
    await offer({ ...terms, endsOn })
    const [memberId, atOnce] = [await employ(), await employ()]
    await offer({ ...terms, weeklySalary: 4000, startsOn: starts })
    await submit(memberId, { basedOn: 1 })
    await review(memberId, 2, true)
    await offer({ ...terms, startsOn: dayAfter(10) })
    await submit(atOnce, { basedOn: 1 })
    await review(atOnce, 2, true)
    clock.advance(8 * day)
    expect(await info(memberId)).toMatchObject({ approved: { untilOn: endsOn, following: [{}] } })
    clock.advance(3 * day)
    await work()
    expect(await endsTold(memberId)).toEqual([['1', { day: endsOn, isPaid: true, nextOn: dayAfter(13) }]])
    expect(await endsTold(atOnce)).toEqual([])
    expect(await info(memberId)).toMatchObject({
      approved: { terms: { weeklySalary: 4000 }, hasBegun: false, endedOn: null, following: [] },
    })
  })

  const endIt = async (memberId: string, expectedEnd: string, key: string = randomUUID()) =>
    (await world.call('g/contract/end', { args: { expectedEnd }, key, token: await world.tokenOf(memberId) })).body

  test('a member ends the contract after the running week, once, on the day that was shown', async () => {
    await fund(10_000)
    const memberId = await employ()
    clock.advance(11 * day)
    const sunday = dayAfter(5)
    expect(await info(memberId)).toMatchObject({ ending: { day: sunday, lastPaidOn: sunday } })
    expect((await endIt(memberId, dayAfter(12))).errno).toBe(changed)
    expect(await info(memberId)).toMatchObject({ approved: { endedOn: null } })
    const key = randomUUID()
    const [first, second] = await Promise.all([endIt(memberId, sunday, key), endIt(memberId, sunday)])
    expect([first.errno, second.errno].toSorted((a, b) => a - b)).toEqual([ok, notRunning])
    expect(await info(memberId)).toMatchObject({ approved: { endedOn: sunday, hasEnded: false }, ending: null })
    expect(await endIt(memberId, sunday, key)).toEqual(first)
    expect(await endsTold(memberId)).toEqual([['1', { day: sunday, isPaid: true }]])
    const kept = database.kysely.selectFrom('contract').select(['endedBy', 'endedAt']).where('memberId', '=', memberId)
    expect(await kept.executeTakeFirst()).toEqual({ endedBy: 'member', endedAt: new Date(clock.now()).toISOString() })
    clock.advance(21 * day)
    await work()
    expect((await bills(memberId)).items).toHaveLength(2)
    expect(await endsTold(memberId)).toHaveLength(1)
    expect((await receive(memberId, (await bills(memberId)).items[0]?.week ?? '')).errno).toBe(ok)
  })

  test('an end comes with its term where that is first, and ends an update that starts later', async () => {
    await fund(20_000)
    const memberId = await employ()
    // A Wednesday: its week is no whole one.
    const endsOn = dayAfter(19)
    await offer({ ...terms, endsOn })
    await submit(memberId, { basedOn: 1 })
    await review(memberId, 2, true)
    await offer({ ...terms, startsOn: dayAfter(40) })
    await submit(memberId, { basedOn: 2 })
    await review(memberId, 3, true)
    clock.advance(18 * day)
    expect(await info(memberId)).toMatchObject({ ending: { day: endsOn, lastPaidOn: dayAfter(-2) } })
    expect(await endIt(memberId, endsOn)).toMatchObject({
      errno: ok,
      data: { approved: { endedOn: endsOn, following: [] }, ending: null },
    })
    expect(await endsTold(memberId)).toEqual([['2', { day: endsOn, isPaid: true }]])
    clock.advance(60 * day)
    await work()
    expect((await bills(memberId)).items).toHaveLength(2)
    expect(await endsTold(memberId)).toHaveLength(1)
    expect(await info(memberId)).toMatchObject({ approved: { endedOn: endsOn, hasEnded: true } })
  })

  test('a contract that has not begun is ended before its first week; where none runs, there is nothing to end', async () => {
    const [memberId, without, returned, over] = [await member(), await member(), await member(), await member()]
    const sunday = dayAfter(2)
    await offer({ ...terms, startsOn: dayAfter(30) })
    await submit(memberId)
    await review(memberId, 1, true)
    expect(await info(memberId)).toMatchObject({ ending: { day: sunday, lastPaidOn: null } })
    expect((await endIt(memberId, sunday)).data).toMatchObject({ approved: { endedOn: sunday, firstPaidOn: null } })
    expect(await endsTold(memberId)).toEqual([['1', { day: sunday, isPaid: false }]])
    await submit(returned)
    expect((await endIt(returned, sunday)).errno).toBe(notRunning)
    await review(returned, 1, false, 'No')
    await offer({ ...terms, endsOn: dayAfter(0) })
    await submit(over)
    await review(over, 1, true)
    clock.advance(day)
    for (const it of [without, returned, over]) {
      expect(await info(it)).toMatchObject({ ending: null })
      expect((await endIt(it, sunday)).errno).toBe(notRunning)
    }
  })

  test('whatever was approved, started and ended: the weeks that are billed are those of the terms that are shown', async () => {
    await fund(10_000_000)
    const days = fc.integer({ min: 0, max: 40 })
    const update = fc.record({ reviewed: days, starts: days, lasts: fc.option(days), ended: fc.option(days) })
    await fc.assert(
      fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 3 }), async (updates) => {
        const memberId = await member()
        for (const [at, { reviewed, starts, lasts, ended }] of updates.entries()) {
          await offer({ ...terms, weeklySalary: 1000 + at, startsOn: '2020-01-01' })
          await submit(memberId, { basedOn: at })
          await review(memberId, at + 1, true)
          const startsOn = dayAfter(starts)
          const its = {
            ...terms,
            weeklySalary: 1000 + at,
            startsOn,
            endsOn: lasts === null ? null : dayAfter(starts + lasts),
          }
          const endedOn = ended === null ? null : dayAfter(ended)
          await database.kysely
            .updateTable('contract')
            .set({
              terms: JSON.stringify(its),
              reviewedAt: new Date(clock.now() + reviewed * day).toISOString(),
              endedOn,
            })
            .where('memberId', '=', memberId)
            .where('version', '=', at + 1)
            .execute()
        }
        const shown: [string, number][] = []
        const horizon = dayAfter(70)
        for (const { approved, firstPaidOn, untilOn } of await approvedPeriods(database.kysely, memberId))
          for (let monday = firstPaidOn; monday !== null && monday < horizon; monday = addDays(monday, 7))
            if (untilOn === null || addDays(monday, 6) <= untilOn)
              shown.push([weekOf(monday), approved.terms.weeklySalary])
        clock.advance(84 * day)
        await work()
        const billed = (await bills(memberId, { limit: 100 })).items.map(
          ({ week, amount }) => [week ?? '', amount] as const,
        )
        expect(billed.toReversed().filter(([week]) => mondayOf(week) < horizon)).toEqual(shown)
      }),
      { numRuns: 25 },
    )
  })

  const endsTold = async (memberId: string) =>
    (
      await database.kysely
        .selectFrom('message')
        .select(['ref', 'params'])
        .where('memberId', '=', memberId)
        .where('kind', '=', 'contract_ended')
        .orderBy('ref')
        .execute()
    ).map(({ ref, params }) => [ref, params])

  test('the end that the operator sets is told with its day, shown, and set once', async () => {
    const memberId = await employ()
    const end = () => database.inTransaction((db) => endContract(db, memberId, { by: 'operator' }, clock))
    await end()
    const endedOn = new Date(clock.now() + 2 * day).toISOString().slice(0, 10)
    expect(await info(memberId)).toMatchObject({ approved: { endedOn, hasEnded: false } })
    // Approved on a Friday: no whole week lies before its Sunday.
    expect(await endsTold(memberId)).toEqual([['1', { day: endedOn, isPaid: false }]])
    await expect(end()).rejects.toMatchObject({ code: 'contract_not_running' })
    clock.advance(3 * day)
    expect(await info(memberId)).toMatchObject({ approved: { endedOn, hasEnded: true } })
    // A new version that is approved goes on.
    await submit(memberId, { basedOn: 1 })
    await review(memberId, 2, true)
    expect(await info(memberId)).toMatchObject({ approved: { endedOn: null, hasEnded: false } })
  })

  test('the end of its term is told once, and not where a newer version goes on', async () => {
    const endsOn = new Date(clock.now() + 10 * day).toISOString().slice(0, 10)
    await offer({ ...terms, endsOn })
    const [memberId, updated, ended] = [await employ(), await employ(), await employ()]
    await offer(terms)
    await submit(updated, { basedOn: 1 })
    await review(updated, 2, true)
    clock.advance(5 * day)
    await work()
    expect([await endsTold(memberId), await info(memberId)]).toMatchObject([[], { approved: { endedOn: null } }])
    // The week of the operator's end is longer than the term.
    await database.inTransaction((db) => endContract(db, ended, { by: 'operator' }, clock))
    clock.advance(7 * day)
    await Promise.all([work(), work()])
    await work()
    expect(await info(memberId)).toMatchObject({ approved: { endedOn: endsOn, hasEnded: true } })
    expect(await endsTold(memberId)).toEqual([['1', { day: endsOn, isPaid: true, nextOn: null }]])
    expect(await info(updated)).toMatchObject({ approved: { endedOn: null } })
    expect(await endsTold(updated)).toEqual([])
    expect(await endsTold(ended)).toHaveLength(1)
  })

  test('ID and card numbers are shown masked, and stand nowhere in the database', async () => {
    const memberId = await member()
    await submit(memberId)
    expect((await info(memberId)).contract).toMatchObject({
      name: 'Sari Dewi',
      idNumberMasked: '•••• 0001',
      cardNumberMasked: '•••• 1111',
      phoneMasked: '+62812****7890',
      education: 'bachelor',
      signature: form.signature,
    })
    for (const table of ['contract', 'idem', 'operator_action']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} t
          where t::text ~ '3174096112900001|4111 ?1111 ?1111 ?1111'`.execute(database.kysely)
      expect([table, rows]).toEqual([table, []])
    }
  })

  test.each([
    ['no signature', { signature: [] }, secret],
    ['no agreement', { agreed: false }, secret],
    ['no schooling that we know', { education: 'none' }, secret],
    ['an ID number of two letters', {}, { ...secret, idNumber: 'ab' }],
    ['no card number', {}, { idNumber: secret.idNumber }],
    ['no secret at all', {}, 'x'],
  ])('%s is refused', async (_, args, encryptedSecret) => {
    const memberId = await member()
    expect((await submit(memberId, args, encryptedSecret)).errno).toBe(badRequest)
    expect(await info(memberId)).toMatchObject({ button: 0, contract: null })
  })

  test('two submissions at once are one, and a review counts once', async () => {
    const memberId = await member()
    const both = await Promise.all([submit(memberId), submit(memberId)])
    expect(both.map((it) => it.errno).toSorted((a, b) => a - b)).toEqual([ok, changed])
    await review(memberId, 1, true)
    await expect(review(memberId, 1, false, 'No')).rejects.toMatchObject({ code: 'not_found' })
    await expect(review(memberId, 2, true)).rejects.toMatchObject({ code: 'not_found' })
    const other = await member()
    await submit(other)
    await expect(review(other, 1, false, null)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('a week is billed when it is over, from the first whole week after the approval, and paid out of the salary account once', async () => {
    await fund(10_000)
    const start = await budget()
    const memberId = await employ()
    await work()
    expect((await bills(memberId)).items).toEqual([])
    clock.advance(2 * day + 11 * 3_600_000)
    // Monday in Jakarta; the week of the approval is over and was not a whole one.
    await work()
    expect((await bills(memberId)).items).toEqual([])
    clock.advance(7 * day)
    await Promise.all([work(), work(), work()])
    const list = await bills(memberId)
    expect(list).toMatchObject({
      receivable: 2500,
      received: 0,
      items: [
        { kind: 'weekly', status: 0, amount: 2500, work: 'Cleaning scooters · Reporting faults', receivedAt: null },
      ],
    })
    const week = list.items[0]?.week ?? ''
    expect(await budget()).toBe(start - 2500)
    expect(await balances(database.kysely, memberId)).toMatchObject({ income: 0, wages: 2500 })

    const key = randomUUID()
    const answers = await Promise.all([
      receive(memberId, week, key),
      receive(memberId, week, key),
      receive(memberId, week),
    ])
    expect(answers[0]).toEqual(answers[1])
    expect(
      answers
        .map((it) => it.errno)
        .toSorted((a, b) => a - b)
        .at(-1),
    ).toBe(nothing)
    expect((await receive(memberId, week)).errno).toBe(nothing)
    expect(await balances(database.kysely, memberId)).toMatchObject({ income: 2500, wages: 0 })
    expect(await bills(memberId)).toMatchObject({ receivable: 0, received: 2500, items: [{ status: 1 }] })
    const stream = (await world.call('capital/streamList', { method: 'GET', token: await world.tokenOf(memberId) }))
      .body.data as { items: { kind: string; amount: number; subject: string }[] }
    expect(stream.items.map((it) => [it.kind, it.amount, it.subject])).toEqual([['salary', 2500, week]])
  })

  test("another member's week, an unknown one and a future one are not there", async () => {
    await fund(5000)
    const memberId = await employ()
    clock.advance(11 * day)
    await work()
    const [bill] = (await bills(memberId)).items
    expect(bill?.status).toBe(0)
    expect((await receive(await member(), bill?.week ?? '')).errno).toBe(notFound)
    expect((await receive(memberId, '1999-W01')).errno).toBe(notFound)
    expect((await receive(memberId, 'next week')).errno).toBe(badRequest)
    expect(
      (
        await world.call('g/contract/confirm/receipt', {
          args: { billId: bill?.id },
          token: await world.tokenOf(memberId),
        })
      ).body.errno,
    ).toBe(notFound)
  })

  test('a bill in a currency that nobody funds holds up no other', async () => {
    const foreign = await member()
    const { kysely: db } = database
    const bill = (currency: string, receivableFrom: string) => ({
      id: randomUUID(),
      memberId: foreign,
      kind: 'bonus' as const,
      week: null,
      ref: `${currency} ${receivableFrom}`,
      work: JSON.stringify([]),
      amount: 500,
      currency,
      madeAt: receivableFrom,
      receivableFrom,
      fundedAt: null,
      receivedAt: null,
      voidedAt: null,
    })
    await fund(500)
    await db
      .insertInto('contractBill')
      .values([bill('IDR', '2026-01-01T00:00:00.000Z'), bill('USD', '2026-01-02T00:00:00.000Z')])
      .execute()
    await work()
    const bills = await db.selectFrom('contractBill').select(['currency', 'fundedAt']).orderBy('currency').execute()
    expect(bills).toEqual([
      { currency: 'IDR', fundedAt: null },
      { currency: 'USD', fundedAt: new Date(clock.now()).toISOString() },
    ])
  })

  test('too little in the salary account: bills wait in their order, say so, and are paid as it is funded', async () => {
    const weekly = (await budget()) + 2500
    await fund(2500)
    await offer({ ...terms, weeklySalary: weekly })
    const people = [await employ(), await employ()]
    clock.advance(11 * day)
    await work()
    const seen = await Promise.all(people.map(async (memberId) => ({ memberId, ...(await bills(memberId)) })))
    expect(seen.map((it) => it.items[0]?.status).toSorted()).toEqual([0, 3])
    const waiting = seen.find((it) => it.items[0]?.status === 3)!
    const week = waiting.items[0]?.week ?? ''
    expect(waiting.receivable).toBe(0)
    expect((await receive(waiting.memberId, week)).errno).toBe(notYet)
    await fund(weekly - 1)
    await work()
    expect((await receive(waiting.memberId, week)).errno).toBe(notYet)
    await fund(1)
    await work()
    expect((await receive(waiting.memberId, week)).errno).toBe(ok)
    expect(await budget()).toBe(0)
  })

  test('weeks a server slept through are all billed; an end of the contract ends it after its week', async () => {
    await fund(50_000)
    const memberId = await employ()
    clock.advance(4 * 7 * day + 3 * day)
    await work()
    expect((await bills(memberId)).items).toHaveLength(4)
    await endContract(database.kysely, memberId, { by: 'operator' }, clock)
    clock.advance(21 * day)
    await work()
    expect((await bills(memberId)).items).toHaveLength(5)
    // Each page goes on where the last one ended.
    const seen: string[] = []
    for (let after: string | undefined; ;) {
      const page = await bills(memberId, { limit: 2, ...(after === undefined ? {} : { after }) })
      seen.push(...page.items.map((it) => it.week ?? ''))
      if (page.next === undefined) break
      after = page.next
    }
    expect(seen).toEqual(seen.toSorted().toReversed())
    expect(new Set(seen).size).toBe(5)
  })

  test('an update is paid by the old terms until it is approved, and the level adds its reward', async () => {
    await fund(50_000)
    const memberId = await employ()
    await database.kysely.updateTable('level').set({ salaryRewardBp: 150 }).where('level', '=', 1).execute()
    await database.kysely.updateTable('member').set({ level: 1 }).where('id', '=', memberId).execute()
    await offer({ ...terms, weeklySalary: 4000 })
    clock.advance(4 * day)
    expect((await submit(memberId, { basedOn: 1, bankName: 'BNI' })).errno).toBe(ok)
    clock.advance(7 * day)
    await work()
    expect((await bills(memberId)).items.map((it) => it.amount)).toEqual([2537])
    await review(memberId, 2, true)
    clock.advance(14 * day)
    await work()
    expect((await bills(memberId)).items.map((it) => it.amount)).toEqual([4060, 2537, 2537])
    await database.kysely.updateTable('level').set({ salaryRewardBp: 0 }).where('level', '=', 1).execute()
  })

  test('an update that starts later is approved early, and the old terms pay until then', async () => {
    await fund(50_000)
    const memberId = await employ()
    clock.advance(4 * day)
    // Signed and approved on a Tuesday; it starts on the Wednesday of the week after the next.
    await offer({ ...terms, weeklySalary: 4000, startsOn: new Date(clock.now() + 15 * day).toISOString().slice(0, 10) })
    expect((await submit(memberId, { basedOn: 1 })).errno).toBe(ok)
    await review(memberId, 2, true)
    clock.advance(27 * day)
    await work()
    expect((await bills(memberId)).items.map((it) => it.amount)).toEqual([4000, 2500, 2500, 2500])
  })

  test('a bonus is billed once by its reason and received by its id, once', async () => {
    await fund(5000)
    const memberId = await employ()
    const bonus = (other: object = {}) =>
      database.inTransaction((db) =>
        billExtra(
          db,
          { memberId, kind: 'bonus', ref: 'fair-2026', work: 'Helped at the fair', amount: 700, ...other },
          clock,
        ),
      )
    const ids = await Promise.all([bonus(), bonus()])
    expect(ids[0]).toBe(ids[1])
    for (const other of [{ amount: 7000 }, { work: 'Helped at the stand' }])
      await expect(bonus(other)).rejects.toMatchObject({ code: 'key_reused' })
    expect((await receipt(memberId, ids[0])).errno).toBe(notYet)
    await work()
    expect(await receipt(memberId, ids[0])).toMatchObject({
      errno: ok,
      data: { incomeBalance: 700, bill: { kind: 'bonus', week: null, work: 'Helped at the fair', status: 1 } },
    })
    expect((await receipt(memberId, ids[0])).errno).toBe(nothing)
    await expect(
      database.inTransaction(async (db) =>
        billExtra(db, { memberId: await member(), kind: 'bonus', ref: 'x', work: 'x', amount: 1 }, clock),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a bonus that was billed by mistake is voided while it waits, and lets later pay through', async () => {
    const memberId = await employ()
    const bonus = (ref: string, amount: number) =>
      database.inTransaction((db) =>
        billExtra(db, { memberId, kind: 'bonus', ref, work: 'Helped at the fair', amount }, clock),
      )
    const voided = (id: string) => database.inTransaction((db) => voidExtra(db, id, clock))
    const wrong = await bonus('fair', (await budget()) + 7_000_000)
    clock.advance(11 * day)
    await fund(2500)
    await work()
    expect((await bills(memberId)).items.map((it) => [it.kind, it.status])).toEqual([
      ['weekly', 3],
      ['bonus', 3],
    ])
    expect(await voided(wrong)).toMatchObject({ currency: 'USD', work: 'Helped at the fair' })
    await work()
    const { items } = await bills(memberId)
    expect(items.map((it) => [it.kind, it.status])).toEqual([['weekly', 0]])
    expect((await receipt(memberId, wrong)).errno).toBe(notFound)
    await expect(bonus('fair', 700)).rejects.toMatchObject({ code: 'key_reused' })
    const right = await bonus('fair again', 700)
    await fund(700)
    await Promise.all([work(), work()])
    // Voided before, a week's, funded, unknown.
    for (const id of [wrong, items[0]?.id ?? '', right, randomUUID()])
      await expect(voided(id)).rejects.toMatchObject({ code: 'bad_request' })
    expect((await receipt(memberId, right)).errno).toBe(ok)
  })

  test('no rule lets pay come out of anything but what was set aside for it', async () => {
    const donor = await shopOn(database, clock).member(1000)
    const memberId = await employ()
    await openAccounts(database.kysely, memberId, [{ code: 'wages', asset: 'USD' }])
    for (const kind of ['salary_due', 'salary', 'salary_funding']) {
      for (const [code, credit] of [
        ['recharge', { ownerId: memberId, code: 'wages' }],
        ['recharge', { ownerId: memberId, code: 'income' }],
        ['recharge', { ownerId: null, code: 'salary' }],
      ] as const) {
        await expect(
          database.inTransaction((db) =>
            post(
              db,
              [{ debit: { ownerId: donor, code }, credit, amount: 1, asset: 'USD', kind, ref: randomUUID() }],
              clock,
            ),
          ),
        ).rejects.toMatchObject({ code: 'VF001' })
      }
    }
  })

  test('numbers move under a new key', async () => {
    const [a, b] = [randomBytes(32), randomBytes(32)]
    const memberId = await member()
    await database.inTransaction((db) =>
      submitContract(db, ringOf([a]), { ...form, basedOn: 0, memberId, secret }, clock),
    )
    expect(await database.inTransaction((db) => reencryptContracts(db, ringOf([b, a]), 10))).toBe(1)
    expect(await database.inTransaction((db) => reencryptContracts(db, ringOf([b, a]), 10))).toBe(0)
    expect(await revealContract(database.kysely, ringOf([b]), { memberId, version: 1 })).toEqual({
      idNumber: secret.idNumber,
      cardNumber: '4111111111111111',
    })
  })

  test('whatever the order of funding, waiting, working and receiving: everybody gets each whole week once, and no more is paid than was set aside', async () => {
    const people = [await employ(), await employ()]
    const from = await budget()
    const step = fc.oneof(
      fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ kind: fc.constant('fund' as const), amount: fc.integer({ min: 500, max: 6000 }) }),
      fc.record({ kind: fc.constant('work' as const), times: fc.integer({ min: 1, max: 2 }) }),
      fc.record({
        kind: fc.constant('receive' as const),
        who: fc.nat({ max: 1 }),
        times: fc.integer({ min: 1, max: 3 }),
      }),
    )
    let funded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        for (const it of steps) {
          if (it.kind === 'wait') clock.advance(it.days * day)
          if (it.kind === 'fund') {
            await fund(it.amount)
            funded += it.amount
          }
          if (it.kind === 'work') await Promise.all(Array.from({ length: it.times }, work))
          if (it.kind !== 'receive') continue
          const memberId = people[it.who]!
          for (const bill of (await bills(memberId, { limit: 100 })).items.slice(0, 3)) {
            const answers = (
              await Promise.all(Array.from({ length: it.times }, () => receive(memberId, bill.week ?? '')))
            ).map((answer) => answer.errno)
            expect(answers.filter((errno) => errno === ok)).toHaveLength(bill.status === 0 ? 1 : 0)
          }
        }
        const paid = await Promise.all(
          people.map(async (it) => {
            const { items } = await bills(it, { limit: 100 })
            const weeks = items.map((bill) => bill.week)
            expect(new Set(weeks).size).toBe(weeks.length)
            const [income, wages] = [
              items.filter((bill) => bill.status === 1).length * 2500,
              items.filter((bill) => bill.status === 0).length * 2500,
            ]
            expect(await balances(database.kysely, it)).toMatchObject({ income, ...(wages > 0 ? { wages } : {}) })
            return income + wages
          }),
        )
        expect(await budget()).toBe(from + funded - paid.reduce((sum, it) => sum + it, 0))
      }),
      { numRuns: 8 },
    )
    await work()
    const weeks = await Promise.all(
      people.map(async (it) => (await bills(it, { limit: 100 })).items.map((bill) => bill.week)),
    )
    expect(weeks[0]).toEqual(weeks[1])
    expect(await reconcile(database.kysely)).toEqual([])
  }, 60_000)
})
