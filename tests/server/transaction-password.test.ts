import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import { setTransactionPassword, type userInfo } from '#protocol/auth.ts'
import { repayCardBill, removeCard } from '#protocol/cards.ts'
import { header } from '#protocol/headers.ts'
import { prepay } from '#protocol/orders.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { noteSecurity } from '#server/db/security-events.ts'
import { silentLog } from '#server/log.ts'
import { proofOf, encrypt } from '#src/api/encrypt.ts'
import type { BareWorld } from '#tests/support/bare-world.ts'
import { bareWorld } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import type { SecureClient } from '#tests/support/secure-client.ts'
import { secureClientFor } from '#tests/support/secure-client.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import type { Person } from '#tests/support/world.ts'

const minute = 60_000
const inProgress = 409
const [ok, badRequest, credentials, code, exhausted, wrong, missing, needed, known, unreadable, notFound] = [
  0, 400, 1601, 1603, 1607, 1711, 1720, 1721, 1722, 1723, 1404,
]
const [codeNeeded, phoneChanged, keyReused] = [1736, 1737, 422]

describe.each(oneDatabase)('the transaction password on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let secureClient: SecureClient
  const loginHash = cheapHash('a-good-one')
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    secureClient = await secureClientFor(world.call)
  })
  afterAll(() => database.close())

  async function member(password?: string): Promise<Person> {
    const { memberId } = await world.member()
    await database.kysely
      .updateTable('member')
      .set({
        passwordHash: loginHash,
        ...(password === undefined ? {} : { transactionPasswordHash: cheapHash(password) }),
      })
      .where('id', '=', memberId)
      .execute()
    return { memberId, token: await world.tokenOf(memberId) }
  }

  const codeTo = async ({ memberId }: Person) => {
    const { phone } = await database.kysely
      .selectFrom('member')
      .select('phone')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const of = { phone, purpose: 'transaction-password', address: memberId }
    return (await issueCode(database.kysely, of, { clock, log: silentLog })).code
  }
  const another = (sent: string) => (sent === '000000' ? '000001' : '000000')
  const joined = (who: Person, agoMs: number) =>
    database.kysely
      .updateTable('member')
      .set({ joinedAt: instant(clock.now() - agoMs) })
      .where('id', '=', who.memberId)
      .execute()
  const profileOf = async ({ token }: Person) =>
    ((await world.call('user/info', { method: 'GET', token })).body.data as Answer<typeof userInfo>).userInfo

  const setIt = async (who: Person, args: { by: string; code?: string }, secret: unknown) =>
    (await secureClient.send(setTransactionPassword, who, { args, secret })).body.errno
  /** A call that always wants a proof; `not found` means that the proof was good. */
  const tried = async (who: Person, password?: string, key = randomUUID()) =>
    (
      await secureClient.send(removeCard, who, {
        args: { cardId: key },
        key,
        ...(password === undefined ? {} : { password }),
      })
    ).body.errno

  test('is set with the login password and a code to the phone, proves from then on, and shows in the profile', async () => {
    const who = await member()
    expect(await profileOf(who)).toMatchObject({ hasTransactionPassword: false, needsCode: true })
    expect(await tried(who, '123456')).toBe(missing)
    const right = { password: '123456', loginPassword: 'a-good-one' }
    expect(await setIt(who, { by: 'login' }, right)).toBe(codeNeeded)
    const sent = await codeTo(who)
    expect(await setIt(who, { by: 'login', code: sent }, { ...right, loginPassword: 'a-bad-one' })).toBe(credentials)
    expect(await setIt(who, { by: 'login', code: another(sent) }, right)).toBe(code)
    expect(await setIt(who, { by: 'login', code: await codeTo(await member()) }, right)).toBe(code)
    expect(await tried(who, '123456')).toBe(missing)
    expect(await setIt(who, { by: 'login', code: sent }, right)).toBe(ok)
    expect(await profileOf(who)).toMatchObject({ hasTransactionPassword: true, needsCode: false })
    expect([await tried(who), await tried(who, '654321'), await tried(who, '123456')]).toEqual([
      needed,
      wrong,
      notFound,
    ])
    expect(await setIt(who, { by: 'login' }, { password: '111111', loginPassword: 'a-good-one' })).toBe(known)
  })

  test('takes no code in the first day of an account, and none from the member of the demonstration', async () => {
    const right = { password: '123456', loginPassword: 'a-good-one' }
    const [young, old, shown] = [await member(), await member(), await member()]
    await joined(young, 24 * 60 * minute - 1)
    await joined(old, 24 * 60 * minute)
    await database.kysely.updateTable('member').set({ isDemo: true }).where('id', '=', shown.memberId).execute()
    for (const who of [young, shown]) {
      expect((await profileOf(who)).needsCode).toBe(false)
      expect(await setIt(who, { by: 'login' }, right)).toBe(ok)
    }
    expect((await profileOf(old)).needsCode).toBe(true)
    expect(await setIt(old, { by: 'login' }, right)).toBe(codeNeeded)
  })

  test('waits for three days after the phone was changed, when the code goes to the new one', async () => {
    const right = { password: '123456', loginPassword: 'a-good-one' }
    const [who, young, has] = [await member(), await member(), await member('111111')]
    await joined(young, minute)
    const changed = async ({ memberId }: Person) =>
      noteSecurity(database.kysely, { kind: 'phone_changed', memberId, factor: 'code' }, clock)
    for (const it of [who, young, has]) await changed(it)
    const first = await codeTo(who)
    expect(await setIt(who, { by: 'login', code: first }, right)).toBe(phoneChanged)
    expect(await setIt(who, { by: 'code', code: first }, { password: '123456' })).toBe(phoneChanged)
    expect(await setIt(young, { by: 'login' }, right)).toBe(ok)
    expect(await setIt(has, { by: 'code', code: await codeTo(has) }, { password: '222222' })).toBe(ok)
    clock.advance(72 * 60 * minute - 1)
    const back = { ...who, token: await world.tokenOf(who.memberId) }
    expect(await setIt(back, { by: 'login', code: await codeTo(who) }, right)).toBe(phoneChanged)
    clock.advance(minute)
    expect(await setIt(back, { by: 'login', code: await codeTo(who) }, right)).toBe(ok)
  })

  test('has six digits', async () => {
    const who = await member()
    await joined(who, minute)
    for (const password of ['12345', '1234567', '12345a', '１２３４５６', 123456, ''])
      expect(await setIt(who, { by: 'login' }, { password, loginPassword: 'a-good-one' })).toBe(badRequest)
    expect(await tried(who, '123456')).toBe(missing)
  })

  test('is kept as argon2id, and stands nowhere else in the database', async () => {
    const who = await member()
    await setIt(who, { by: 'login', code: await codeTo(who) }, { password: '971352', loginPassword: 'a-good-one' })
    await tried(who, '971352')
    const { transactionPasswordHash } = await database.kysely
      .selectFrom('member')
      .select('transactionPasswordHash')
      .where('id', '=', who.memberId)
      .executeTakeFirstOrThrow()
    expect(transactionPasswordHash).toMatch(/^\$argon2id\$/)
    expect(
      JSON.stringify([
        await database.kysely.selectFrom('idem').selectAll().execute(),
        await database.kysely.selectFrom('attempt').selectAll().execute(),
      ]),
    ).not.toContain('971352')
  })

  test('is changed with the old one', async () => {
    const who = await member('111111')
    expect(await setIt(who, { by: 'old' }, { password: '222222', oldPassword: '333333' })).toBe(wrong)
    expect(await setIt(who, { by: 'old' }, { password: '222222', oldPassword: '111111' })).toBe(ok)
    expect([await tried(who, '111111'), await tried(who, '222222')]).toEqual([wrong, notFound])
    expect(await setIt(await member(), { by: 'old' }, { password: '222222', oldPassword: '111111' })).toBe(missing)
  })

  test("is reset by a code sent to the member's phone, which also ends a lock", async () => {
    const who = await member('111111')
    for (let n = 0; n < 5; n += 1) await tried(who, '000000')
    expect(await tried(who, '111111')).toBe(exhausted)
    const sent = await codeTo(who)
    expect(await setIt(who, { by: 'code', code: another(sent) }, { password: '222222' })).toBe(code)
    expect(await setIt(who, { by: 'code', code: sent }, { password: '222222' })).toBe(ok)
    expect(await tried(who, '222222')).toBe(notFound)
    expect(await setIt(who, { by: 'code', code: sent }, { password: '333333' })).toBe(code)
  })

  test('is not reset by guessing codes at once, under one key or many: five count, and void the code', async () => {
    for (const keyOf of [() => 'one-key-for-all-guesses', randomUUID]) {
      const who = await member('111111')
      const sent = await codeTo(who)
      const guesses = Array.from({ length: 12 }, (_, n) => String((Number(sent) + n + 1) % 1_000_000).padStart(6, '0'))
      const reset = async (guessed: string, key: string) =>
        (
          await secureClient.send(setTransactionPassword, who, {
            args: { by: 'code', code: guessed },
            secret: { password: '222222' },
            key,
          })
        ).body.errno
      const answers = await Promise.all(guesses.map((it) => reset(it, keyOf())))
      expect(answers.filter((it) => it !== code && it !== keyReused)).toEqual([])
      const { attempts } = await database.kysely
        .selectFrom('verificationCode')
        .select('attempts')
        .where('phone', '=', (it) => it.selectFrom('member').select('phone').where('id', '=', who.memberId))
        .executeTakeFirstOrThrow()
      expect(attempts).toBe(5)
      expect(await reset(sent, randomUUID())).toBe(code)
      expect(await tried(who, '111111')).toBe(notFound)
    }
  })

  test('can be guessed five times an hour and fifteen times a day, at once or one after the other', async () => {
    const who = await member('111111')
    const guess = async () => tried({ ...who, token: await world.tokenOf(who.memberId) }, '000000')
    const first = await Promise.all(Array.from({ length: 8 }, guess))
    expect(first.toSorted()).toEqual([exhausted, exhausted, exhausted, wrong, wrong, wrong, wrong, wrong])
    for (let hour = 0; hour < 2; hour += 1) {
      clock.advance(61 * minute)
      expect(await Promise.all(Array.from({ length: 5 }, guess))).toEqual(Array.from({ length: 5 }, () => wrong))
    }
    clock.advance(61 * minute)
    expect(await guess()).toBe(exhausted)
    clock.advance(24 * 60 * minute)
    expect(await guess()).toBe(wrong)
  })

  test('of one command that is sent many times at once is one guess', async () => {
    const who = await member('246810')
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => tried(who, '246810', key)))
    expect(answers).toContain(notFound)
    expect(answers.filter((it) => it !== notFound && it !== inProgress)).toEqual([])
    expect(await tried(who, '246810', key)).toBe(notFound)
    const guessing = randomUUID()
    for (let n = 0; n < 5; n++) expect(await tried(who, '111111', guessing)).toBe(wrong)
    expect(await tried(who, '246810', guessing)).toBe(exhausted)
  })

  test('says how many attempts are left', async () => {
    const who = await member('111111')
    for (const left of [
      '4 attempts left',
      '3 attempts left',
      '2 attempts left',
      'one attempt left',
      'You have no attempts left',
    ]) {
      expect(
        (await secureClient.send(removeCard, who, { args: { cardId: randomUUID() }, password: '000000' })).body,
      ).toMatchObject({ errno: wrong, errmsg: expect.stringContaining(left) })
    }
  })

  test('forgives the wrong ones once the right one comes', async () => {
    const who = await member('111111')
    for (let n = 0; n < 12; n += 1)
      expect(await tried(who, n % 4 === 3 ? '111111' : '000000')).toBe(n % 4 === 3 ? notFound : wrong)
  })

  test('is proved for one command: another key, call or member needs another proof', async () => {
    const [who, other] = [await member('111111'), await member('111111')]
    const to = (await world.call('seal/key', { method: 'GET', key: null })).body.data as {
      keyId: string
      publicKey: string
    }
    const key = randomUUID()
    const proof = proofOf(await encrypt({ password: '111111' }, to, { call: removeCard, memberId: who.memberId, key }))
    const send = async (path: string, args: object, sent: { token: string; key: string }) =>
      (await world.call(path, { args, ...sent, headers: { [header.proof]: proof } })).body.errno
    expect(await send(removeCard.path, { cardId: randomUUID() }, { token: who.token, key: randomUUID() })).toBe(
      unreadable,
    )
    expect(await send(removeCard.path, { cardId: randomUUID() }, { token: other.token, key })).toBe(unreadable)
    expect(
      await send(
        repayCardBill.path,
        { billId: randomUUID(), wallet: 'recharge', amount: 1, expectedLeft: 1 },
        { token: who.token, key },
      ),
    ).toBe(unreadable)
    expect(await send(removeCard.path, { cardId: randomUUID() }, { token: who.token, key })).toBe(notFound)
    for (const junk of [
      'x',
      '%%',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ]) {
      expect(
        (
          await world.call(removeCard.path, {
            args: { cardId: key },
            token: who.token,
            headers: { [header.proof]: junk },
          })
        ).body.errno,
      ).toSatisfy((it: number) => [unreadable, needed].includes(it))
    }
  })

  test('a wrong one is no outcome: the same command goes through with the right one, once, and its repeat needs none', async () => {
    const shop = shopOn(database, clock)
    const machine = await shop.offer({ price: 1000 })
    const funded = await shop.member(5000)
    await database.kysely
      .updateTable('member')
      .set({ transactionPasswordHash: cheapHash('111111') })
      .where('id', '=', funded)
      .execute()
    const payer = { memberId: funded, token: await world.tokenOf(funded) }
    const draft = await shop.draft(funded, machine.productId)
    const args = { draftId: draft.id, wallet: 'recharge', expectedPayment: 1000, risksRead: true }
    const key = randomUUID()
    expect((await secureClient.send(prepay, payer, { args, key })).body.errno).toBe(needed)
    expect((await secureClient.send(prepay, payer, { args, key, password: '222222' })).body.errno).toBe(wrong)
    const paid = await secureClient.send(prepay, payer, { args, key, password: '111111' })
    expect(paid.body.errno).toBe(ok)
    expect((await secureClient.send(prepay, payer, { args, key })).body).toEqual(paid.body)
  })

  test('who has none pays as before, and is told to set one where it is always wanted', async () => {
    const shop = shopOn(database, clock)
    const machine = await shop.offer({ price: 1000 })
    const memberId = await shop.member(1000)
    const payer = { memberId, token: await world.tokenOf(memberId) }
    const draft = await shop.draft(memberId, machine.productId)
    expect(
      (
        await secureClient.send(prepay, payer, {
          args: { draftId: draft.id, wallet: 'recharge', expectedPayment: 1000, risksRead: true },
        })
      ).body.errno,
    ).toBe(ok)
    expect(await tried(payer)).toBe(missing)
  })
})
