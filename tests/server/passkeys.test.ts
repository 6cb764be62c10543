import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Call } from '#protocol/call.ts'
import { removeCard } from '#protocol/cards.ts'
import { header } from '#protocol/headers.ts'
import { passkeyAdd, passkeyConfirms, passkeyRemove, type passkeyList, type passkeyStepUp } from '#protocol/passkeys.ts'
import { stepUpText } from '#protocol/step-up.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { silentLog } from '#server/log.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { secureClientFor, type SecureClient } from '#tests/support/secure-client.ts'
import type { Person } from '#tests/support/world.ts'

const minute = 60_000
const [ok, notFound, expired, credentials, exhausted, passkeyWrong, needed, digitsWrong, updateRequired] = [
  0, 1404, 401, 1601, 1607, 1734, 1721, 1711, 426,
]
const passkeyUnknown = 1741
const password = 'a-good-one'
const digits = '135790'

describe.each(oneDatabase)('passkeys on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  let secure: SecureClient
  beforeAll(async () => {
    secure = await secureClientFor(world.call)
  })

  async function member(): Promise<Person> {
    const { memberId } = await world.member()
    await world.database.kysely
      .updateTable('member')
      .set({ passwordHash: cheapHash(password), transactionPasswordHash: cheapHash(digits) })
      .where('id', '=', memberId)
      .execute()
    return { memberId, token: await world.tokenOf(memberId) }
  }

  const errnoOf = async (path: string, { token }: Person, args: object) =>
    (await world.call(path, { token, args })).body.errno

  async function optionsFor({ token }: Person, given = password, proves = true) {
    const { body } = await world.call('auth/passkeys/options', { token, args: { password: given, proves } })
    return body.errno === 0 ? (body.data as { options: Parameters<Authenticator['create']>[0] }).options : body.errno
  }

  /** Adds it with the transaction password. */
  async function add(by: Person, credential: object, name = 'x'): Promise<number> {
    return (await secure.send(passkeyAdd, by, { args: { name, credential }, password: digits })).body.errno
  }

  async function added(who: Person): Promise<Authenticator> {
    const authenticator = new Authenticator()
    const options = await optionsFor(who)
    if (typeof options === 'number') throw new Error(`options: ${options}`)
    expect(await add(who, authenticator.create(options), 'Phone')).toBe(ok)
    return authenticator
  }

  /** Removes it with the transaction password. */
  async function remove(by: Person, id: string): Promise<number> {
    return (await secure.send(passkeyRemove, by, { args: { id }, password: digits })).body.errno
  }

  async function listOf({ token }: Person) {
    const { body } = await world.call('auth/passkeys', { method: 'GET', token })
    return (body.data as Answer<typeof passkeyList>).items
  }

  async function challenge(): Promise<string> {
    const { body } = await world.call('auth/passkey/challenge', { key: null })
    return (body.data as { options: { challenge: string } }).options.challenge
  }

  const signIn = async (credential: object) =>
    (await world.call('auth/passkey/signIn', { args: { credential, agreed: true } })).body

  describe('adding', () => {
    test('takes the login password, once wrong ones are used up none at all, and the answer of a browser', async () => {
      const who = await member()
      expect(await optionsFor(who, 'wrong')).toBe(credentials)
      await added(who)
      expect(await listOf(who)).toMatchObject([{ name: 'Phone', usedAt: null }])
      const guesses = await Promise.all(Array.from({ length: 30 }, (_, i) => optionsFor(who, `guess ${i}`)))
      expect(guesses.filter((it) => it === credentials).length).toBeLessThanOrEqual(10)
      expect(await optionsFor(who)).toBe(exhausted)
      clock.advance(16 * minute)
      expect(typeof (await optionsFor({ ...who, token: await world.tokenOf(who.memberId) }))).toBe('object')
    })

    test('refuses what another site, another member or nobody asked for, and a touch without a finger', async () => {
      const [who, stranger] = [await member(), await member()]
      const options = await optionsFor(who)
      if (typeof options === 'number') throw new Error('no options')
      const from = (origin: string) => new Authenticator().create(options, { origin })
      expect(await add(who, from('https://evil.example'))).toBe(passkeyWrong)
      expect(await add(who, from('http://localhost.evil.example'))).toBe(passkeyWrong)
      expect(await add(stranger, new Authenticator().create(options))).toBe(passkeyWrong)
      expect(await add(who, new Authenticator().create(options, { isVerified: false }))).toBe(passkeyWrong)
      const invented = { ...options, challenge: 'A'.repeat(43) }
      expect(await add(who, new Authenticator().create(invented))).toBe(passkeyWrong)
      expect(await add(who, new Authenticator().create({ ...options, rp: { id: 'evil.example' } }))).toBe(passkeyWrong)
      expect(await add(who, new Authenticator().create(options))).toBe(ok)
      expect(await add(who, new Authenticator().create(options))).toBe(passkeyWrong)
      expect(await listOf(who)).toHaveLength(1)
    })

    test('takes the transaction password besides, where there is one', async () => {
      const who = await member()
      const options = await optionsFor(who)
      if (typeof options === 'number') throw new Error('no options')
      const args = { name: 'Theirs', credential: new Authenticator().create(options) }
      expect(await errnoOf('auth/passkeys/add', who, args)).toBe(needed)
      const guessed = await secure.send(passkeyAdd, who, { args, password: '000000' })
      expect(guessed.body.errno).toBe(digitsWrong)
      expect(await listOf(who)).toEqual([])
      expect(await add(who, args.credential)).toBe(ok)

      const newcomer = await member()
      const { database } = world
      const without = { transactionPasswordHash: null }
      await database.kysely.updateTable('member').set(without).where('id', '=', newcomer.memberId).execute()
      // An app that can't prove it is refused before its browser has made a passkey that nobody could add.
      expect(await optionsFor(who, password, false)).toBe(updateRequired)
      const theirs = await optionsFor(newcomer, password, false)
      if (typeof theirs === 'number') throw new Error('no options')
      const credential = new Authenticator().create(theirs)
      expect(await errnoOf('auth/passkeys/add', newcomer, { name: 'First', credential })).toBe(ok)
    })

    test('takes no longer than five minutes', async () => {
      const who = await member()
      const options = await optionsFor(who)
      if (typeof options === 'number') throw new Error('no options')
      clock.advance(6 * minute)
      expect(await add(who, new Authenticator().create(options))).toBe(passkeyWrong)
    })
  })

  test('are renamed and removed by their owner alone', async () => {
    const [who, stranger] = [await member(), await member()]
    await added(who)
    const [{ id } = { id: '' }] = await listOf(who)
    expect(await errnoOf('auth/passkeys/rename', stranger, { id, name: 'Mine' })).toBe(notFound)
    expect(await remove(stranger, id)).toBe(notFound)
    expect(await errnoOf('auth/passkeys/rename', who, { id, name: 'Blue phone' })).toBe(ok)
    expect(await listOf(who)).toMatchObject([{ name: 'Blue phone' }])
    expect(await remove(who, id)).toBe(ok)
    expect(await listOf(who)).toEqual([])
  })

  describe('removing', () => {
    test('takes the transaction password, and tells which one the browser may forget', async () => {
      const who = await member()
      const authenticator = await added(who)
      const [{ id } = { id: '' }] = await listOf(who)
      expect(await errnoOf('auth/passkeys/remove', who, { id })).toBe(needed)
      expect(await errnoOf('auth/passkeys/remove', who, { id, password })).toBe(needed)
      const guessed = await secure.send(passkeyRemove, who, { args: { id }, password: '000000' })
      expect(guessed.body.errno).toBe(digitsWrong)
      expect(await listOf(who)).toHaveLength(1)
      const given = authenticator.get({ challenge: await challenge(), rpId: 'localhost' })
      const { body } = await secure.send(passkeyRemove, who, { args: { id }, password: digits })
      expect(body).toMatchObject({ errno: ok, data: { removed: { rpId: 'localhost', credentialId: given.id } } })
      expect((await signIn(given)).errno).toBe(passkeyUnknown)
    })

    test('takes the login password where there is no transaction password', async () => {
      const who = await member()
      await added(who)
      const without = { transactionPasswordHash: null }
      await world.database.kysely.updateTable('member').set(without).where('id', '=', who.memberId).execute()
      const [{ id } = { id: '' }] = await listOf(who)
      // An app of before asks for no password.
      expect(await errnoOf('auth/passkeys/remove', who, { id })).toBe(updateRequired)
      expect(await errnoOf('auth/passkeys/remove', who, { id, password: 'a-bad-one' })).toBe(credentials)
      expect(await listOf(who)).toHaveLength(1)
      expect(await errnoOf('auth/passkeys/remove', who, { id, password })).toBe(ok)
      expect(await listOf(who)).toEqual([])
    })
  })

  describe('signing in', () => {
    test('needs no phone and no password, and each challenge counts once', async () => {
      const who = await member()
      const authenticator = await added(who)
      const given = authenticator.get({ challenge: await challenge(), rpId: 'localhost' })
      const answer = await signIn(given)
      expect(answer.errno).toBe(ok)
      const { accessToken, memberId } = answer.data as { accessToken: string; memberId: string }
      expect(memberId).toBe(who.memberId)
      expect((await world.call('user/info', { method: 'GET', token: accessToken })).body.errno).toBe(ok)
      expect((await signIn(given)).errno).toBe(passkeyWrong)
      const [passkey] = await listOf(who)
      expect(passkey?.usedAt).toBe(new Date(clock.now()).toISOString())
    })

    test('refuses another site, a touch without a finger, a counter that stood still, and a removed passkey', async () => {
      const who = await member()
      const authenticator = await added(who)
      const tried = async (of: object = {}) =>
        (await signIn(authenticator.get({ challenge: await challenge(), rpId: 'localhost', ...of }))).errno
      expect(await tried()).toBe(ok)
      expect(await tried({ origin: 'https://evil.example' })).toBe(passkeyWrong)
      expect(await tried({ rpId: 'evil.example' })).toBe(passkeyWrong)
      expect(await tried({ isVerified: false })).toBe(passkeyWrong)
      expect(await tried({ challenge: 'A'.repeat(43) })).toBe(passkeyWrong)
      const late = await challenge()
      clock.advance(6 * minute)
      expect(await tried({ challenge: late })).toBe(passkeyWrong)
      authenticator.rewind()
      expect(await tried()).toBe(passkeyWrong)
      const owner = { ...who, token: await world.tokenOf(who.memberId) }
      const [{ id } = { id: '' }] = await listOf(owner)
      const good = await added(owner)
      expect(await remove(owner, id)).toBe(ok)
      expect((await signIn(good.get({ challenge: await challenge(), rpId: 'localhost' }))).errno).toBe(ok)
      expect(await tried()).toBe(passkeyUnknown)
      expect(await tried({ challenge: 'A'.repeat(43) })).toBe(passkeyWrong)
    })

    test('takes a signature over nothing else', async () => {
      const who = await member()
      const authenticator = await added(who)
      const given = authenticator.get({ challenge: await challenge(), rpId: 'localhost' })
      const other = authenticator.get({ challenge: await challenge(), rpId: 'localhost' })
      const mixed = { ...given, response: { ...given.response, signature: other.response.signature } }
      expect((await signIn(mixed)).errno).toBe(passkeyWrong)
    })
  })

  describe('confirming in place of the transaction password', () => {
    async function confirming(): Promise<{ who: Person; authenticator: Authenticator }> {
      const who = await member()
      const authenticator = await added(who)
      const { body } = await secure.send(passkeyConfirms, who, { args: { isOn: true }, password: digits })
      expect(body.errno).toBe(ok)
      return { who, authenticator }
    }

    async function nonceFor({ token }: Person) {
      const { body } = await world.call('auth/passkeys/stepUp', { token, key: null })
      return (body.data as Answer<typeof passkeyStepUp>).nonce
    }

    interface Tried {
      nonce?: string
      key?: string
      args?: object
      /** What the passkey is asked to sign, where it isn't what is sent. */
      signed?: object
    }
    async function proofFor(who: Person, authenticator: Authenticator, call: Call, given: Required<Tried>) {
      const { nonce, key, args, signed } = given
      const text = stepUpText({
        nonce,
        path: call.path,
        memberId: who.memberId,
        key,
        args: { ...args },
        ...signed,
      })
      const hash = createHash('sha256').update(text).digest('base64url')
      const assertion = authenticator.get({ challenge: hash, rpId: 'localhost' })
      return Buffer.from(JSON.stringify({ nonce, assertion })).toString('base64url')
    }
    /** `not found` means that the proof was good. */
    async function tried(who: Person, authenticator: Authenticator, given: Tried = {}) {
      const key = given.key ?? randomUUID()
      const all = { signed: {}, args: { cardId: key }, nonce: given.nonce ?? (await nonceFor(who)), ...given, key }
      const proof = await proofFor(who, authenticator, removeCard, all)
      const send = async () =>
        (
          await world.call('capital/remove', {
            token: who.token,
            key,
            args: all.args,
            headers: { [header.proof]: proof },
          })
        ).body.errno
      return { errno: await send(), again: send, proof }
    }

    test('works for one command, whose answer may be lost', async () => {
      const { who, authenticator } = await confirming()
      const { errno, again } = await tried(who, authenticator)
      expect(errno).toBe(notFound)
      expect(await again()).toBe(notFound)
      expect((await tried(who, authenticator, { signed: { key: 'another' } })).errno).toBe(passkeyWrong)
      const events = await world.database.kysely
        .selectFrom('securityEvent')
        .select(['kind', 'call'])
        .where('memberId', '=', who.memberId)
        .where('factor', '=', 'passkey')
        .orderBy('id')
        .execute()
      const call = removeCard.path
      expect(events).toEqual([
        { kind: 'step_up_passed', call },
        { kind: 'step_up_failed', call },
      ])
    })

    test('a proof that was refused leaves its command no way for a counter that stood still', async () => {
      const { who, authenticator } = await confirming()
      expect((await tried(who, authenticator)).errno).toBe(notFound)
      const [key, nonce] = [randomUUID(), await nonceFor(who)]
      expect((await tried(who, authenticator, { key, nonce, signed: { key: 'another' } })).errno).toBe(passkeyWrong)
      authenticator.rewind()
      expect((await tried(who, authenticator, { key, nonce })).errno).toBe(passkeyWrong)
    })

    test("works with the app's version beside the arguments, which every request says", async () => {
      const { who, authenticator } = await confirming()
      const key = randomUUID()
      const given = { key, args: { cardId: key, version: '1.0.1' }, signed: { args: { cardId: key } } }
      expect((await tried(who, authenticator, given)).errno).toBe(notFound)
    })

    test('is good for no other key, no other content, no other call and no other member', async () => {
      const { who, authenticator } = await confirming()
      const { who: other, authenticator: others } = await confirming()
      const cardId = randomUUID()
      expect((await tried(who, authenticator, { signed: { key: randomUUID() } })).errno).toBe(passkeyWrong)
      expect((await tried(who, authenticator, { signed: { args: { cardId } } })).errno).toBe(passkeyWrong)
      expect((await tried(who, authenticator, { signed: { path: 'Profit/withdrawal' } })).errno).toBe(passkeyWrong)
      expect((await tried(who, others)).errno).toBe(passkeyWrong)
      expect((await tried(who, authenticator, { nonce: await nonceFor(other) })).errno).toBe(passkeyWrong)
      const nonce = await nonceFor(who)
      expect((await tried(who, authenticator, { nonce })).errno).toBe(notFound)
      expect((await tried(who, authenticator, { nonce })).errno).toBe(passkeyWrong)
    })

    test('a copy of the same command that overtakes the outcome is the same command', async () => {
      const { who, authenticator } = await confirming()
      const key = randomUUID()
      const all = { key, nonce: await nonceFor(who), args: { cardId: key }, signed: {} }
      const headers = { [header.proof]: await proofFor(who, authenticator, removeCard, all) }
      const send = () => world.call('capital/remove', { token: who.token, key, args: all.args, headers })
      const answers = await Promise.all(Array.from({ length: 8 }, send))
      const errnos = new Set(answers.map((it) => it.body.errno))
      expect([...errnos].filter((it) => it !== notFound && it !== 409)).toEqual([])
      expect((await send()).body.errno).toBe(notFound)
    })

    test('only where the member chose so, with the transaction password, and until the last one is removed', async () => {
      const who = await member()
      const authenticator = await added(who)
      expect((await tried(who, authenticator)).errno).toBe(needed)
      expect(await errnoOf('auth/passkeys/confirms', who, { isOn: true })).toBe(needed)
      await secure.send(passkeyConfirms, who, { args: { isOn: true }, password: digits })
      expect((await tried(who, authenticator)).errno).toBe(notFound)
      const [{ id } = { id: '' }] = await listOf(who)
      expect(await remove(who, id)).toBe(ok)
      await added(who)
      expect((await tried(who, authenticator)).errno).toBe(needed)
    })

    test.each(['by a code', 'by customer service'])(
      'of somebody else sign in and confirm no more once the member is helped %s',
      async (how) => {
        const { who, authenticator: thief } = await confirming()
        const { phone } = await world.database.kysely
          .selectFrom('member')
          .select('phone')
          .where('id', '=', who.memberId)
          .executeTakeFirstOrThrow()
        if (how === 'by a code') {
          const request = { phone, purpose: 'reset', address: phone } as const
          const { code } = await issueCode(world.database.kysely, request, { clock, log: silentLog })
          const args = { by: 'code', phone, code, password }
          expect((await world.call('auth/reset', { args })).body.errno).toBe(ok)
        } else {
          const deps = { database: world.database, clock, config: readConfig({}), log: silentLog }
          const why = ['--as', 'Ana', '--why', 'somebody else is in']
          expect((await operate(deps, ['member', 'sign-out', phone, ...why])).ok).toBe(true)
        }
        const given = thief.get({ challenge: await challenge(), rpId: 'localhost' })
        expect((await signIn(given)).errno).toBe(passkeyUnknown)
        const back = { ...who, token: await world.tokenOf(who.memberId) }
        expect(await listOf(back)).toEqual([])
        const own = await added(back)
        expect((await tried(back, own)).errno).toBe(needed)
      },
    )

    test('takes what another device has encrypted still', async () => {
      const { who } = await confirming()
      const sent = await secure.send(removeCard, who, { args: { cardId: randomUUID() }, password: digits })
      expect(sent.body.errno).toBe(notFound)
    })
  })

  test('are gone with the account, and with the session for who is signed out', async () => {
    const who = await member()
    const authenticator = await added(who)
    const gone = await world.call('auth/unsubscribe', {
      token: who.token,
      args: { password, confirmed: true },
    })
    expect(gone.body.errno).toBe(ok)
    expect((await signIn(authenticator.get({ challenge: await challenge(), rpId: 'localhost' }))).errno).toBe(
      passkeyUnknown,
    )
    expect((await world.call('auth/passkeys', { method: 'GET', token: who.token })).body.errno).toBe(expired)
  })
})
