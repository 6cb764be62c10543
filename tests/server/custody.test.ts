import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { operate } from '#server/cli/operator/operate.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { readCamt } from '#server/features/wallet/custody/camt.ts'
import { readCsv } from '#server/features/wallet/custody/csv.ts'
import { StatementError } from '#server/features/wallet/custody/statement.ts'
import { moveWithdrawal, requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { linesOf, termsOf } from '#server/features/wallet/withdrawal/withdrawal-terms.ts'
import { reconcileBooks } from '#server/features/wallet/books/reconciling.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { silentLog } from '#server/log.ts'
import { missingBy } from '#src/features/wallet/books/missing.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { makeMember, topUp } from '#tests/support/ledger-world.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000
const balance = (code: string, amount: string, on: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`
const entry = (amount: string, side: string, reference: string, on: string, status = '<Cd>BOOK</Cd>') =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>${on}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Tom &amp; Co</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`
const camt = (...parts: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>${parts.join('')}</Stmt></BkToCstmrStmt></Document>`
const whole = [
  balance('OPBD', '100.00', '2026-11-20'),
  balance('CLBD', '130.50', '2026-11-20'),
  entry('50.5', 'CRDT', 'A1', '2026-11-20'),
  entry('20.00', 'DBIT', 'A2', '2026-11-20'),
  entry('7.00', 'DBIT', 'A3', '2026-11-20', 'PDNG'),
]

describe('a statement', () => {
  test('of CAMT.053 is read as booked entries between two balances; names are left out', () => {
    expect(readCamt(camt(...whole))).toEqual({
      currency: 'USD',
      day: '2026-11-20',
      opening: 10_000,
      closing: 13_050,
      lines: [
        { day: '2026-11-20', amount: 5050, reference: 'A1' },
        { day: '2026-11-20', amount: -2000, reference: 'A2' },
      ],
    })
  })

  test.each([
    ['that does not add up', camt(...whole.slice(0, 3))],
    ['without an opening balance', camt(...whole.slice(1))],
    ['with an entry in another currency', camt(...whole).replace('Ccy="USD">50.5', 'Ccy="EUR">50.5')],
    ['with fractions of a cent', camt(...whole).replace('50.5<', '50.505<')],
    ['with an entity of its own', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${camt(...whole)}`],
    ['with an unknown entity', camt(...whole).replace('A1', '&b;')],
    ['that is cut off', camt(...whole).slice(0, -20)],
    ['that closes what is not open', camt(...whole).replace('</Stmt>', '</Stmt></Stmt>')],
    ['with two entries of one reference', camt(...whole).replace('A2', 'A1')],
    ['nested without end', '<a>'.repeat(5000)],
  ])('of CAMT.053 %s is refused', (_what, text) => {
    expect(() => readCamt(text)).toThrow(StatementError)
  })

  test.each([
    'opening,1.00\n2026-11-20,1.00,A\nclosing,2026-11-20,2.01\n',
    'opening,1.00\n2026-02-30,1.00,A\nclosing,2026-11-20,2.00\n',
    'opening,1.00\n2026-13-01,1.00,A\nclosing,2026-11-20,2.00\n',
    'opening,1.00\n2026-11-21,1.00,A\nclosing,2026-11-20,2.00\n',
    'opening,1.00\n2026-11-20,"1.00",A\nclosing,2026-11-20,2.00\n',
    'opening,1.00\n2026-11-20,1.00\nclosing,2026-11-20,2.00\n',
    '2026-11-20,1.00,A\n',
    '',
  ])('as plain lines is refused where it is wrong: %j', (text) => {
    expect(() => readCsv(text)).toThrow(StatementError)
  })
})

describe.each(oneDatabase)('What is confirmed outside on $name', ({ open }) => {
  let database: Database
  const clock = new ManualClock('2026-11-20T08:00:00.000Z')
  beforeAll(async () => {
    database = await open()
    await seedReference(database.kysely)
  })
  afterAll(() => database.close())
  const run = (...argv: string[]) =>
    operate({ database, clock, config: readConfig({}), log: silentLog }, [...argv, '--as', 'Ana', '--why', 'a test'])
  const take = (text: string) => run('statement', 'import', 'bank', `november.csv\n${text}`)
  const stand = async () => {
    const { isSound, findings, totals } = await reconcileBooks({ database, clock, log: silentLog }, 'all days')
    const [usd] = totals
    if (!usd) throw new Error('no totals')
    return { isSound, findings: findings.map((it) => it.check), missing: missingBy(usd), confirmed: usd.confirmed }
  }

  test('turns red when a statement says that less is there than members own, and only then', async () => {
    const id = await makeMember(database.kysely, clock)
    await topUp(database, id, 10_000, id, clock)
    expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: null })
    expect((await run('custody', 'add', 'bank', '--kind', 'bank', '--name', 'A bank')).ok).toBe(true)
    expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { day: null } })
    expect((await take('opening,0.00\n2026-11-20,100.00,A\nclosing,2026-11-20,100.00\n')).ok).toBe(true)
    expect((await take('opening,0.00\n2026-11-20,100.00,A\nclosing,2026-11-20,100.00\n')).lines.join()).toContain(
      'before',
    )
    expect(await stand()).toMatchObject({
      isSound: true,
      missing: 0,
      confirmed: { day: '2026-11-20', amount: 10_000, since: 0, difference: 0 },
    })
    // What came in after the statement's day is on its way, and no contradiction.
    clock.advance(day)
    await topUp(database, id, 500, `next ${id}`, clock)
    expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { since: 500, difference: 0 } })
    expect((await take('opening,90.00\n2026-11-21,5.00,B\nclosing,2026-11-21,95.00\n')).ok).toBe(false)
    // Somebody paid a bill out of members' money and booked nothing.
    expect((await take('opening,100.00\n2026-11-21,5.00,B\n2026-11-21,-30.00,C\nclosing,2026-11-21,75.00\n')).ok).toBe(
      true,
    )
    expect(await stand()).toMatchObject({
      isSound: false,
      findings: ['claims are confirmed'],
      missing: 3000,
      confirmed: { day: '2026-11-21', amount: 7500, since: 0, difference: -3000 },
    })
    expect((await balanceSheets(database.kysely))[0]?.outside).toBe(10_500)
    await run('fund', 'capital', '30.00')
    // Booked, but no statement shows it on that day.
    expect((await stand()).missing).toBe(3000)
    clock.advance(day)
    expect((await take('opening,75.00\n2026-11-22,30.00,D\nclosing,2026-11-22,105.00\n')).ok).toBe(true)
    expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { difference: -3000 } })
  })

  test('stays red when another account is named, and goes on without one that is closed', async () => {
    clock.advance(day)
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    expect((await take(`opening,105.00\n${today},-20.00,E\nclosing,${today},85.00\n`)).ok).toBe(true)
    const red = { isSound: false, missing: 2000, confirmed: { day: today, amount: 8500 } }
    expect(await stand()).toMatchObject(red)
    expect((await run('custody', 'add', 'second', '--kind', 'bank', '--name', 'Second')).ok).toBe(true)
    expect(await stand()).toMatchObject(red)
    const into = (text: string) => run('statement', 'import', 'second', `second.csv\n${text}`)
    expect((await into(`opening,0.00\n${today},20.00,A\nclosing,${today},20.00\n`)).ok).toBe(true)
    expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { amount: 10_500 } })
    expect((await run('custody', 'close', 'second')).lines.join()).toContain('had USD 20.00')
    clock.advance(day)
    const next = new Date(clock.now()).toISOString().slice(0, 10)
    expect((await into(`opening,20.00\n${next},-20.00,B\nclosing,${next},0.00\n`)).ok).toBe(true)
    expect((await take(`opening,85.00\n${next},20.00,F\nclosing,${next},105.00\n`)).ok).toBe(true)
    expect((await run('custody', 'close', 'second')).ok).toBe(true)
    expect((await run('custody', 'close', 'second')).lines.join()).toContain('is closed since')
    expect((await into(`opening,0.00\nclosing,${next},0.00\n`)).lines.join()).toContain('is closed since')
    expect((await run('custody', 'list')).lines.join()).toContain('Second  closed')
    clock.advance(day)
    const last = new Date(clock.now()).toISOString().slice(0, 10)
    expect((await take(`opening,105.00\nclosing,${last},105.00\n`)).ok).toBe(true)
    const { isSound, confirmed } = await stand()
    expect({ isSound, day: confirmed?.day, accounts: confirmed?.accounts.map((it) => it.name) }).toEqual({
      isSound: true,
      day: last,
      accounts: ['A bank'],
    })
  })

  test.each(['arrived', 'returned'] as const)(
    'counts what was sent to a member by the day of the statements and %s after it',
    async (end) => {
      clock.advance(day)
      const id = await makeMember(database.kysely, clock)
      await database.inTransaction((db) => giveIncome(db, id, 10_000, clock))
      const cardId = await bindCard(database.kysely, id)
      const { arrives } = linesOf(8000, await termsOf(database.kysely, id))
      const { id: withdrawalId } = await database.inTransaction((db) =>
        requestWithdrawal(db, { memberId: id, cardId, amount: 8000, expectedArrival: arrives }, clock),
      )
      const move = (to: 'approved' | 'sent' | 'arrived' | 'returned') =>
        database.inTransaction((db) =>
          moveWithdrawal(db, { id: withdrawalId, to, reason: to === 'returned' ? 'The card is closed' : null }, clock),
        )
      for (const state of ['approved', 'sent'] as const) await move(state)
      const { confirmed } = await stand()
      const [last, today] = [confirmed?.amount ?? 0, new Date(clock.now()).toISOString().slice(0, 10)]
      const major = (minor: number) => (minor / 100).toFixed(2)
      const lines = [`${today},100.00,in-${id}`, `${today},-${major(arrives)},out-${id}`]
      const closing = major(last + 10_000 - arrives)
      expect((await take(`opening,${major(last)}\n${lines.join('\n')}\nclosing,${today},${closing}\n`)).ok).toBe(true)
      expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { day: today, sent: arrives } })
      clock.advance(day)
      await move(end)
      expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { day: today, sent: arrives } })
      if (end === 'returned') return
      const tomorrow = new Date(clock.now()).toISOString().slice(0, 10)
      expect((await take(`opening,${closing}\nclosing,${tomorrow},${closing}\n`)).ok).toBe(true)
      expect(await stand()).toMatchObject({ isSound: true, missing: 0, confirmed: { day: tomorrow, sent: 0 } })
    },
  )
})
