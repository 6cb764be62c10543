import { beforeAll, describe, expect, test } from 'vitest'
import { bindPhone, setTransactionPassword } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { addBindCard } from '#protocol/cards.ts'
import { header } from '#protocol/headers.ts'
import { passkeyAdd } from '#protocol/passkeys.ts'
import { withdraw } from '#protocol/wallet.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { sensitiveKinds, type SensitiveKind } from '#server/db/security-events.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { silentLog, type Log } from '#server/log.ts'
import { textOf } from '#server/notices/texts.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { secureClientFor, type SecureClient } from '#tests/support/secure-client.ts'
import { changeMember } from '#tests/support/change-member.ts'

const day = 86_400_000
const [password, digits] = ['a-good-one', '135790']
const amount = 1000

describe.each(oneDatabase)('changes of an account on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const texts: Record<string, unknown>[] = []
  /** The sender of this world writes texts to its log. */
  const log: Log = { ...silentLog, info: (_, facts = {}) => void texts.push(facts) }
  const world = bareWorldFor(open, clock, {}, log)
  let secure: SecureClient
  const hashes = { passwordHash: cheapHash(password), transactionPasswordHash: cheapHash(digits) }
  let phones = 0
  beforeAll(async () => {
    secure = await secureClientFor(world.call)
  })

  const freshPhone = () => `+62813${4_000_000 + ++phones}`

  /** A member with income, a card and both passwords, who is signed in on a device. */
  async function member() {
    const { memberId } = await world.member()
    const phone = freshPhone()
    const { kysely: db } = world.database
    await changeMember(db, memberId, { phone, ...hashes })
    await world.database.inTransaction((it) => giveIncome(it, memberId, 10 * amount, clock))
    const cardId = await bindCard(db, memberId)
    await signIn(phone, 'device-one')
    return { memberId, phone, cardId }
  }
  type Member = Awaited<ReturnType<typeof member>>

  async function signIn(phone: string, device: string): Promise<void> {
    const args = { phone, password, agreed: true }
    const { body } = await world.call('auth/jwscLogin', { args, headers: { [header.device]: device } })
    expect(body.errno).toBe(0)
  }
  const tokenOf = async ({ memberId }: Member) => ({ memberId, token: await world.tokenOf(memberId) })
  const proved = async (who: Member, call: Call, of: { args: object; secret?: object }) => {
    const { body } = await secure.send(call, await tokenOf(who), { ...of, password: digits })
    expect(body).toMatchObject({ errno: 0 })
    return body.data
  }
  const plain = async (who: Member, path: string, args: object) => {
    const { body } = await world.call(path, { args, token: (await tokenOf(who)).token })
    expect(body).toMatchObject({ errno: 0 })
    return body.data
  }

  const changes: Record<SensitiveKind, (who: Member) => Promise<unknown>> = {
    new_device: ({ phone }) => signIn(phone, 'device-two'),
    password_changed: (who) =>
      plain(who, 'auth/reset', { by: 'password', oldPassword: password, password: 'a-better-one' }),
    transaction_password_changed: (who) =>
      proved(who, setTransactionPassword, {
        args: { by: 'old' },
        secret: { password: digits, oldPassword: digits },
      }),
    phone_changed: async (who) => {
      const phone = freshPhone()
      const of = { phone, purpose: 'bind', address: phone }
      const { code } = await issueCode(world.database.kysely, of, { clock, log: silentLog })
      await proved(who, bindPhone, { args: { phone, code } })
    },
    card_added: (who) =>
      proved(who, addBindCard, {
        args: { bankId: 'bca', holderName: 'Sari Dewi', phone: '+6281234567890', agreed: true },
        secret: { number: '4111111111111111', expiry: '12/28', cvv: '123' },
      }),
    passkey_added: async (who) => {
      const { options } = (await plain(who, 'auth/passkeys/options', { password, proves: true })) as {
        options: Parameters<Authenticator['create']>[0]
      }
      await proved(who, passkeyAdd, { args: { name: 'Phone', credential: new Authenticator().create(options) } })
    },
  }

  /** Asks for a withdrawal, and gives until when it is looked at more closely. */
  async function withdrawn(who: Member): Promise<{ id: string; reviewUntil: string | null }> {
    const { arrives: expectedArrival } = linesOf(amount, await termsOf(world.database.kysely, who.memberId))
    const args = { amount, cardId: who.cardId, expectedArrival }
    const { id } = (await proved(who, withdraw, { args })) as { id: string }
    return await world.database.kysely
      .selectFrom('withdrawal')
      .select(['id', 'reviewUntil'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }
  const lineOf = async (id: string) => {
    const deps = { database: world.database, clock, config: readConfig({}), log: silentLog }
    const { lines } = await operate(deps, ['withdrawal', 'list', '--as', 'Ana', '--why', 'a test'])
    return lines.find((it) => it.startsWith(id))
  }
  const messagesOf = async ({ memberId }: Member) =>
    (await world.database.kysely.selectFrom('message').select('kind').where('memberId', '=', memberId).execute())
      .map((it) => it.kind)
      .filter((it) => sensitiveKinds.some((kind) => kind === it))
  const textsTo = ({ phone }: Member) => texts.filter((it) => it['phone'] === phone).map((it) => String(it['words']))

  test('of a member who changes nothing marks nothing, and nobody is told', async () => {
    const who = await member()
    const { id, reviewUntil } = await withdrawn(who)
    expect(reviewUntil).toBe(null)
    expect(await lineOf(id)).not.toContain('REVIEW')
    expect([await messagesOf(who), textsTo(who)]).toEqual([[], []])
  })

  test.each(sensitiveKinds)('%s is told by message and text, and marks withdrawals for 24 hours', async (kind) => {
    const who = await member()
    const until = new Date(clock.now() + day).toISOString()
    await changes[kind](who)
    expect(await messagesOf(who)).toEqual([kind])
    // Of a phone that is changed the old one is told, the new one in part.
    const line = textOf(kind, { phone: '' }, 'en')?.line ?? ''
    expect(textsTo(who)).toEqual([expect.stringContaining(line.slice(0, 18))])
    clock.advance(day - 1000)
    const marked = await withdrawn(who)
    expect(marked.reviewUntil).toBe(until)
    expect(await lineOf(marked.id)).toContain('REVIEW')
    clock.advance(1000)
    // As long as it waits: an operator who looks once a day must see it.
    expect(await lineOf(marked.id)).toContain('REVIEW')
    expect(await withdrawn(who)).toMatchObject({ reviewUntil: null })
  })

  test('again and again are told by five texts of a kind a day, and by a message each', async () => {
    const who = await member()
    for (let n = 0; n < 7; n += 1) await signIn(who.phone, `device-new-${n}`)
    expect([(await messagesOf(who)).length, textsTo(who).length]).toEqual([7, 5])
    await changes.card_added(who)
    expect(textsTo(who)).toHaveLength(6)
    clock.advance(day)
    await signIn(who.phone, 'device-next')
    expect(textsTo(who)).toHaveLength(7)
  })

  test('one after the other mark until a day after the last', async () => {
    const who = await member()
    await changes.card_added(who)
    clock.advance(day / 2)
    await changes.passkey_added(who)
    const until = new Date(clock.now() + day).toISOString()
    expect(await withdrawn(who)).toMatchObject({ reviewUntil: until })
  })
})
