import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#server/cli/operator/commands.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { keyringOf } from '#server/db/keyring.ts'
import type { Database } from '#server/db/open.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { placeOfNumber } from '#server/features/cards/numbers.ts'
import { submitContract } from '#server/features/contracts/contracts.ts'
import { takeBackTopUp } from '#server/features/wallet/reversals/top-ups.ts'
import { creditTopUp } from '#server/features/wallet/top-up/crediting.ts'
import { takeReport } from '#server/features/wallet/top-up/held.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { moveWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { silentLog } from '#server/log.ts'
import { demoConfig, demoStart, openDemo } from '#tests/support/demo-database.ts'
import { makeFeedKey } from '#tests/support/feed-key.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

/** The demonstration, and what it lacks: a contract under review, a payment that waits, a debt, a place. */
const clock = new ManualClock(demoStart)
const config = demoConfig
const [holder, cardNumber, idNumber] = ['Wulandari Holder', '4111111111119876', '3174000000004321']
const place = { latitude: -8.123457, longitude: 115.765431 }

let database: Database
/** Arguments of the commands that are run here: all that only read, and all that print personal data. */
let args: Record<string, readonly string[]>
/** What of members no other command may print: phones, names, numbers, addresses, places, agreements. */
let personal: readonly string[]

beforeAll(async () => {
  database = await openDemo('pglite')
  const db = database.kysely
  const { id: memberId } = await db
    .selectFrom('member')
    .select('id')
    .where('phone', '=', demoMember.phone)
    .executeTakeFirstOrThrow()
  const withdrawal = await db
    .selectFrom('withdrawal')
    .select(['id', 'cardId'])
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow()
  const { ciphertext, keyId } = keyringOf(config).encrypt(
    cardNumber,
    placeOfNumber({ id: withdrawal.cardId, memberId }),
  )
  await db
    .updateTable('bankCard')
    .set({ numberSealed: ciphertext, keyId, holderName: holder })
    .where('id', '=', withdrawal.cardId)
    .execute()
  await database.inTransaction((tx) => moveWithdrawal(tx, { id: withdrawal.id, to: 'approved' }, clock))
  const version = await contract(memberId)
  const receivedAt = instant(clock)
  await makeFeedKey(database, 'bank-java', clock)
  const payment = { memberId, currency: 'USD', source: 'bank-java', receivedAt }
  await database.inTransaction(async (tx) => {
    await takeReport(tx, { ...payment, externalId: 'large', amount: 200_000 }, clock)
    await creditTopUp(tx, { ...payment, externalId: 'wrong', amount: 100 }, clock)
    // Spent meanwhile: what is taken back is owed.
    const { balance } = await tx
      .selectFrom('account')
      .select('balance')
      .where('ownerId', '=', memberId)
      .where('code', '=', 'recharge')
      .executeTakeFirstOrThrow()
    const sales = house('sales')
    const spent = { credit: sales, amount: balance, asset: 'USD', kind: 'purchase', ref: randomUUID() }
    await post(tx, [{ ...spent, debit: { ownerId: memberId, code: 'recharge' } }], clock)
    await takeBackTopUp(tx, { source: 'bank-java', externalId: 'wrong', reference: 'back', reason: 'A test' }, clock)
  })
  const machine = await db
    .selectFrom('unit')
    .innerJoin('machine', 'machine.id', 'unit.machineId')
    .select(['machine.id', 'deviceNumber'])
    .where('machine.kind', '=', 'vehicle')
    .where('unit.memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const of = { machineId: machine.id, at: receivedAt, battery: null, state: 'idle' as const, isAtStand: false }
  await db
    .insertInto('machinePosition')
    .values({ ...of, ...place })
    .execute()
  const parcel = await db
    .selectFrom('pointsOrder')
    .select(['id', 'line'])
    .where('line', 'is not', null)
    .executeTakeFirstOrThrow()
  const members = await db.selectFrom('member').select('phone').where('deletedAt', 'is', null).execute()
  const agreed = await db.selectFrom('agreement').select('agreedAt').where('memberId', '=', memberId).execute()
  personal = [
    ...members.map(({ phone }) => phone),
    ...agreed.map(({ agreedAt }) => agreedAt),
    holder,
    cardNumber,
    idNumber,
    String(place.latitude),
    parcel.line ?? 'no address',
  ]
  args = {
    'card list': [memberId],
    'member agreements': [memberId],
    'member find': [memberId],
    'contract show': [memberId, String(version)],
    'withdrawal payee': [withdrawal.id],
    'points-order recipient': [parcel.id],
    'machine positions': [machine.deviceNumber],
    'machine close-preview': [machine.deviceNumber],
    'address stock': ['trc20'],
    'catalogue diff': ['it.json\n{}'],
    'catalogue version': ['1'],
    'station asked': ['station-1'],
    'security-log export': ['--days', '999'],
    audit: ['--limit', '1000'],
  }
})
afterAll(async () => {
  await database.close()
})

async function contract(memberId: string): Promise<number> {
  const { version: basedOn } = await database.kysely
    .selectFrom('contract')
    .select((it) => it.fn.max('version').as('version'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const of = { name: holder, phone: demoMember.phone, education: 'bachelor' as const, bankName: 'A Bank' }
  const signature = [
    [
      [1, 2],
      [3, 4],
    ],
  ] as [number, number][][]
  const submission = { ...of, memberId, basedOn, accountName: holder, signature, secret: { idNumber, cardNumber } }
  await database.inTransaction((tx) => submitContract(tx, keyringOf(config), submission, clock))
  return basedOn + 1
}

const run = (name: string, ...more: string[]) =>
  operate({ database, clock, config, log: silentLog }, [...name.split(' '), ...(args[name] ?? []), ...more])
const told = (lines: unknown) => personal.filter((it) => JSON.stringify(lines).includes(it))
const acts = () => database.kysely.selectFrom('operatorAction').selectAll().orderBy('id').execute()

test.each(commands.filter((it) => it.reads === 'personal').map(({ name }) => name))(
  '%s prints personal data, so it wants a reason, and the audit has who and why and none of it',
  async (name) => {
    const before = await acts()
    const refused = await run(name)
    expect([refused.ok, refused.lines[0]]).toEqual([false, expect.stringContaining('--why TEXT')])
    expect(await acts()).toEqual(before)
    const { ok, lines } = await run(name, '--as', 'Ana', '--why', 'a question of hers')
    expect([ok, told(lines)]).toEqual([true, expect.arrayContaining([expect.any(String)])])
    const added = (await acts()).slice(before.length)
    expect(added).toMatchObject([{ byName: 'Ana', why: 'a question of hers', command: name }])
    expect(told(added)).toEqual([])
  },
)

test.each(
  commands.filter((it) => it.isReading && it.access !== 'anybody' && it.reads !== 'personal').map(({ name }) => name),
)('%s prints none, and leaves no audit row', async (name) => {
  const before = await acts()
  const { lines } = await run(name)
  expect(lines.join('\n')).not.toContain('Usage:')
  expect(told(lines)).toEqual([])
  expect(await acts()).toEqual(before)
})
