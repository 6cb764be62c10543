import { randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { lockAccounts } from '#server/cli/accounts/accounts.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { reencryptTotp } from '#server/cli/accounts/sign-in.ts'
import { readConfig } from '#server/config.ts'
import { rejectMissingKeys } from '#server/db/missing-keys.ts'
import type { Database } from '#server/db/open.ts'
import { isSameOperator } from '#server/db/operator-actions.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { takeReport } from '#server/features/wallet/top-up/held.ts'
import { requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { silentLog, type Log } from '#server/log.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { oneDatabase, openPostgres } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import {
  enrolmentIn,
  goodPassword,
  operatorAccount,
  operatorPerson,
  type OperatorPerson,
} from '#tests/support/operator-account.ts'
import { makeMember } from '#tests/support/people-and-machines.ts'

const minute = 60_000
const why = ['--why', 'a test'] as const

describe.each(oneDatabase)('operator accounts on $name', ({ open }) => {
  const opened: Database[] = []
  afterEach(async () => {
    for (const it of opened.splice(0)) await it.close()
  })

  /** A server of its own, for real unless `demo`, with everything that its log was given. */
  async function installation(env: Record<string, string> = { DEMO: '0' }) {
    const database = await open()
    opened.push(database)
    await seedReference(database.kysely)
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const logged: unknown[] = []
    const log: Log = { info: (...it) => logged.push(it), error: (...it) => logged.push(it) }
    const config = readConfig({ CARD_KEY: randomBytes(32).toString('base64url'), ...env })
    const deps = { database, clock, config, log }
    const db = database.kysely
    return {
      ...deps,
      deps,
      db,
      logged,
      run: (...argv: string[]) => operate(deps, argv),
      audit: () => db.selectFrom('operatorAction').selectAll().orderBy('id').execute(),
      events: async (...of: string[]) =>
        await db
          .selectFrom('securityEvent')
          .select(['kind', 'accountId', 'factor', 'call'])
          .$if(of.length > 0, (it) => it.where('kind', 'in', of))
          .orderBy('id')
          .execute(),
      account: (name: string, roles: string, by?: OperatorPerson) => operatorAccount(deps, name, roles, by),
      idOf: async (name: string) =>
        (await db.selectFrom('operatorAccount').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id,
      async withdrawal(amount: number): Promise<string> {
        const memberId = await makeMember(db)
        const cardId = await bindCard(db, memberId)
        return await database.inTransaction(async (tx) => {
          await giveIncome(tx, memberId, amount, clock)
          const expectedArrival = amount - Math.max(50, amount / 100)
          return (await requestWithdrawal(tx, { memberId, amount, cardId, expectedArrival }, clock)).id
        })
      },
    }
  }

  test('the first administrator is added by who has the machine, once, also by two at once', async () => {
    const at = await installation()
    expect(await at.run('withdrawal', 'list', ...why)).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('Nobody has an account yet: account add'), 'Nothing was changed.'],
    })
    const add = (name: string, roles: string) => at.run('account', 'add', name, '--roles', roles, ...why)
    expect((await add('ana', 'treasury')).lines[0]).toContain('must have administrator')
    const both = await Promise.all([add('ana', 'administrator'), add('budi', 'administrator')])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await at.run('account', 'list')).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('is signed in here'), 'Nothing was changed.'],
    })
    // A code that was lost before anybody could sign in is no end.
    const { name } = await at.db.selectFrom('operatorAccount').select('name').executeTakeFirstOrThrow()
    const again = await at.run('account', 'reset', name, ...why)
    const person = operatorPerson(at.deps, name)
    const first = both.find(({ ok }) => ok)?.lines ?? []
    expect((await person.enrol(enrolmentIn(first))).ok).toBe(false)
    expect((await person.enrol(enrolmentIn(again.lines))).ok).toBe(true)
    for (const line of [
      ['account', 'reset', name],
      ['account', 'add', 'cici', '--roles', 'administrator'],
    ])
      expect((await at.run(...line, ...why)).lines[0]).toContain('is signed in here')
    expect((await at.audit()).map((it) => [it.command, it.byName, it.accountId])).toEqual([
      ['account add', 'whoever has the machine', null],
      ['account reset', 'whoever has the machine', null],
    ])
  })

  test('a demonstration takes names until it has an account', async () => {
    const at = await installation({})
    const named = ['switch', 'goods', 'on', '--as', 'Ana', '--why', 'a test']
    expect(await at.run(...named)).toMatchObject({ ok: true })
    const ana = await at.account('ana', 'administrator')
    expect((await at.run(...named)).lines[0]).toContain('is signed in here')
    expect((await ana.run(...named)).lines[0]).toContain('leave --as out')
    expect(await ana.run('switch', 'goods', 'off', ...why)).toMatchObject({ ok: true })
    expect((await at.audit()).map((it) => [it.command, it.byName, it.accountId])).toEqual([
      ['switch goods', 'Ana', null],
      ['account add', 'whoever has the machine', null],
      ['switch goods', 'ana', await at.idOf('ana')],
    ])
  })

  test('password and code are both needed, a code counts once, and nothing says which was wrong', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const refused = { ok: false, lines: ['Name, password or code is not right.', 'Nothing was changed.'] }
    expect(await ana.signIn({ password: 'not-it-at-all' })).toEqual(refused)
    expect(await ana.signIn({ code: '000000' })).toEqual(refused)
    at.clock.advance(20 * minute)
    expect(await operatorPerson(at.deps, 'nobody').signIn()).toEqual(refused)
    expect(await ana.signIn()).toMatchObject({ ok: true })
    expect(await ana.signIn({ code: ana.lastCode() })).toEqual(refused)
    at.clock.advance(2 * minute)
    // Two at once with one code: one comes in.
    const code = ana.nextCode()
    const both = await Promise.all([ana.signIn({ code }), ana.signIn({ code })])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await ana.signIn({ as: 'ANA' })).toMatchObject({ ok: true })
    const id = await at.idOf('ana')
    const of = { accountId: id, call: null }
    expect(await at.events()).toMatchObject([
      { kind: 'operator_added', ...of },
      { kind: 'operator_enrolled', ...of, factor: 'totp' },
      { kind: 'operator_signed_in', ...of, factor: 'totp' },
      { kind: 'operator_sign_in_failed', ...of, factor: 'password' },
      { kind: 'operator_sign_in_failed', ...of, factor: 'totp' },
      { kind: 'operator_sign_in_failed', accountId: null, factor: 'password' },
      { kind: 'operator_signed_in', ...of },
      { kind: 'operator_sign_in_failed', ...of, factor: 'totp' },
      { kind: expect.stringMatching(/signed_in|failed/), ...of },
      { kind: expect.stringMatching(/signed_in|failed/), ...of },
      { kind: 'operator_signed_in', ...of },
    ])
  })

  test('tries are counted before anything is looked at, many at once too, and a right one after them comes too late', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const tries = await Promise.all(Array.from({ length: 9 }, () => ana.signIn({ password: 'not-it-at-all' })))
    const looked = tries.filter(({ lines }) => lines[0]?.includes('is not right'))
    expect(looked).toHaveLength(5)
    expect(await ana.signIn()).toMatchObject({
      ok: false,
      lines: [expect.stringMatching(/try again in 1\d minutes/i), expect.any(String)],
    })
    at.clock.advance(16 * minute)
    expect(await ana.signIn()).toMatchObject({ ok: true })
    for (let quarter = 0; quarter < 6; quarter += 1) {
      for (let wrong = 0; wrong < 5; wrong += 1) await ana.signIn({ password: 'not-it-at-all' })
      at.clock.advance(16 * minute)
    }
    // Thirty a day, however they are spread.
    expect((await ana.signIn()).ok).toBe(false)
    at.clock.advance(24 * 60 * minute)
    expect((await ana.signIn()).ok).toBe(true)
  })

  test('a session ends after eight hours, after an hour without a command, and with its log-out', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const works = async () => (await ana.run('account', 'list')).ok
    for (let half = 1; half < 16; half += 1) {
      at.clock.advance(30 * minute)
      expect(await works()).toBe(true)
    }
    at.clock.advance(30 * minute)
    expect(await works()).toBe(false)
    await ana.signIn()
    at.clock.advance(61 * minute)
    expect(await works()).toBe(false)
    await ana.signIn()
    expect(await ana.run('logout')).toEqual({ ok: true, lines: ['Signed out.'], session: null })
    expect(await works()).toBe(false)
    expect(await at.events('operator_signed_out')).toHaveLength(1)
    expect(await at.db.selectFrom('operatorSession').select('digest').execute()).toHaveLength(3)
    at.clock.advance(31 * 24 * 60 * minute)
    await sweep({ database: at.database, clock: at.clock })
    expect(await at.db.selectFrom('operatorSession').select('digest').execute()).toEqual([])
  })

  test('a role that is missing is refused and logged; roles count from the next command on', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const budi = await at.account('budi', 'catalogue', ana)
    const before = await at.audit()
    expect(await budi.run('fund', 'capital', '10.00', ...why)).toEqual({
      ok: false,
      lines: ['This needs the role treasury, and budi has catalogue.', 'Nothing was changed.'],
    })
    for (const line of [
      ['solvency'],
      ['withdrawal', 'list', ...why],
      ['account', 'list'],
      ['backup', '/tmp/none', '/tmp/none', ...why],
    ])
      expect((await budi.run(...line)).lines[0]).toContain('This needs the role')
    expect(await at.audit()).toEqual(before)
    const id = await at.idOf('budi')
    expect((await at.events('operator_denied'))[0]).toEqual({
      kind: 'operator_denied',
      accountId: id,
      factor: null,
      call: 'fund capital',
    })
    expect(await at.events('operator_denied')).toHaveLength(5)
    expect(await ana.run('account', 'roles', 'Budi', '--roles', 'treasury,auditor', ...why)).toMatchObject({
      ok: true,
      lines: ['budi had catalogue and has treasury, auditor now.'],
    })
    expect(await budi.run('fund', 'capital', '10.00', ...why)).toMatchObject({ ok: true })
    expect(await budi.run('game', 'stop', 'wheel', ...why)).toMatchObject({ ok: false })
    expect((await at.audit()).at(-1)).toMatchObject({ command: 'fund capital', byName: 'budi', accountId: id })
  })

  test("nobody changes their own account, and names differ in more than their letters' case", async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    for (const line of [
      ['account', 'roles', 'ANA', '--roles', 'administrator,treasury'],
      ['account', 'disable', 'ana'],
      ['account', 'reset', 'ana'],
    ])
      expect((await ana.run(...line, ...why)).lines[0]).toContain('is you')
    const add = async (name: string, roles = 'support') =>
      (await ana.run('account', 'add', name, '--roles', roles, ...why)).lines[0]
    expect(await add('Ana')).toContain('is an account already')
    for (const wrong of ['feed', 'a', 'two words', '.x', 'x'.repeat(41)]) expect(await add(wrong)).toMatch(/^name /)
    expect(await add('cici', 'support,root')).toContain('must be some of')
    expect(await add('cici', '')).toContain('must be some of')
    expect(await ana.run('account', 'disable', 'nobody', ...why)).toMatchObject({ ok: false })
  })

  test('an account that is disabled is out at once and for good, and so is one that is reset until it enrols anew', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const budi = await at.account('budi', 'treasury', ana)
    const cici = await at.account('cici', 'treasury', ana)
    await ana.run('account', 'disable', 'budi', ...why)
    expect((await budi.run('fund', 'list')).ok).toBe(false)
    expect((await budi.signIn()).lines[0]).toContain('is not right')
    for (const line of [
      ['reset', 'budi'],
      ['roles', 'budi', '--roles', 'support'],
    ])
      expect((await ana.run('account', ...line, ...why)).lines[0]).toContain('is disabled')

    const reset = await ana.run('account', 'reset', 'cici', ...why)
    expect((await cici.run('fund', 'list')).ok).toBe(false)
    expect((await cici.signIn()).ok).toBe(false)
    const renewed = operatorPerson(at.deps, 'cici')
    const enrolment = enrolmentIn(reset.lines)
    expect((await renewed.enrol(enrolment, { password: 'short' })).lines[0]).toMatch(/10|ten/i)
    expect((await renewed.enrol(enrolment, { code: '000000' })).lines[0]).toContain('The code is not the one')
    expect((await operatorPerson(at.deps, 'ana').enrol(enrolment)).lines[0]).toContain('is not right')
    const both = await Promise.all([
      renewed.enrol(enrolment.toLowerCase()),
      operatorPerson(at.deps, 'cici').enrol(enrolment),
    ])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect((await renewed.enrol(enrolment)).ok).toBe(false)
    expect(
      (await at.events('operator_disabled', 'operator_reset', 'operator_roles_changed')).map((it) => it.kind),
    ).toEqual(['operator_disabled', 'operator_reset'])
  })

  test('an enrolment code ends after three days', async () => {
    const at = await installation()
    const { lines } = await at.run('account', 'add', 'ana', '--roles', 'administrator', ...why)
    at.clock.advance(3 * 24 * 60 * minute)
    expect((await operatorPerson(at.deps, 'ana').enrol(enrolmentIn(lines))).lines[0]).toContain('its time is over')
  })

  test('a large withdrawal is approved and sent by two accounts, whatever names they have; one that was disabled counts', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator,treasury')
    const budi = await at.account('budi', 'treasury', ana)
    const small = await at.withdrawal(100_000)
    for (const step of ['approve', 'send', 'arrive'])
      expect((await ana.run('withdrawal', step, small, ...why)).ok).toBe(true)
    const large = await at.withdrawal(100_100)
    expect((await budi.run('withdrawal', 'approve', large, ...why)).ok).toBe(true)
    // The same account under another name is the same account.
    await at.db
      .updateTable('withdrawalStep')
      .set({ byName: 'somebody else' })
      .where('withdrawalId', '=', large)
      .execute()
    expect((await budi.run('withdrawal', 'send', large, ...why)).lines[0]).toBe(
      'budi has approved it: somebody else sends it.',
    )
    expect(
      (await at.db.selectFrom('withdrawal').select('state').where('id', '=', large).executeTakeFirst())?.state,
    ).toBe('approved')
    await ana.run('account', 'disable', 'budi', ...why)
    expect((await ana.run('withdrawal', 'send', large, ...why)).ok).toBe(true)
    await ana.run('setting', 'set', 'withdrawal_review', '{"above":0}', ...why)
    const least = await at.withdrawal(5000)
    await ana.run('withdrawal', 'approve', least, ...why)
    expect((await ana.run('withdrawal', 'send', least, ...why)).lines[0]).toContain('ana has approved it')
    const cici = await at.account('cici', 'treasury', ana)
    expect((await cici.run('withdrawal', 'send', least, ...why)).ok).toBe(true)
    expect((await cici.run('withdrawal', 'arrive', least, ...why)).ok).toBe(true)
    const giveBack = ['withdrawal', 'return-arrived', least, '--reason', 'sent-back', ...why]
    expect((await cici.run(...giveBack)).lines[0]).toBe('cici has booked its arrival: somebody else gives it back.')
    expect((await ana.run(...giveBack)).ok).toBe(true)
    expect((await ana.run('withdrawal', 'return', least, '--reason', 'No', ...why)).ok).toBe(true)
  })

  test('a large payment is approved by another account than made the key of its source', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator,treasury')
    const budi = await at.account('budi', 'treasury', ana)
    const terms = ['--scopes', 'top-ups', '--items', '10', '--money', '99999.00']
    expect((await ana.run('feed-key', 'create', 'bank-java', ...terms, ...why)).ok).toBe(true)
    await at.db.updateTable('feedKey').set({ madeBy: 'somebody else' }).execute()
    const memberId = await makeMember(at.db)
    const payment = { source: 'bank-java', externalId: 'big', memberId, amount: 200_000, currency: 'USD' }
    await at.database.inTransaction((tx) =>
      takeReport(tx, { ...payment, receivedAt: '2026-11-20T05:00:00.000Z' }, at.clock),
    )
    expect((await ana.run('top-up', 'approve', 'bank-java', 'big', ...why)).lines[0]).toContain('has made a key')
    expect((await budi.run('top-up', 'approve', 'bank-java', 'big', ...why)).ok).toBe(true)
    expect(await at.db.selectFrom('heldTopUp').select(['decidedBy', 'decidedByAccount']).executeTakeFirst()).toEqual({
      decidedBy: 'budi',
      decidedByAccount: await at.idOf('budi'),
    })
  })

  test('of an approval and the disabling of its account at once, it was either done before or is refused', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    for (let round = 0; round < 5; round += 1) {
      const name = `budi${round}`
      const budi = await at.account(name, 'treasury', ana)
      const id = await at.withdrawal(5000)
      const [approved, disabled] = await Promise.all([
        budi.run('withdrawal', 'approve', id, ...why),
        ana.run('account', 'disable', name, ...why),
      ])
      expect(disabled.ok).toBe(true)
      const { state } = await at.db
        .selectFrom('withdrawal')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(state).toBe(approved.ok ? 'approved' : 'requested')
      const done = (await at.audit()).map((it) => `${it.command} ${JSON.stringify(it.args)}`)
      const approval = done.findIndex((it) => it.startsWith('withdrawal approve') && it.includes(id))
      const disabling = done.findIndex((it) => it.startsWith('account disable') && it.includes(name))
      if (approved.ok) expect(approval).toBeLessThan(disabling)
      else expect(approval).toBe(-1)
    }
  })

  test('two administrators who disable each other at once: one stays', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const budi = await at.account('budi', 'administrator', ana)
    const both = await Promise.all([
      ana.run('account', 'disable', 'budi', ...why),
      budi.run('account', 'disable', 'ana', ...why),
    ])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  test('who is bound to a session does nothing without one, a backup neither', async () => {
    const at = await installation()
    const bound = (...argv: string[]) => operate(at.deps, [...argv, ...why], { token: 'x'.repeat(43), isBound: true })
    for (const line of [
      ['backup', '/tmp/none', '/tmp/none'],
      ['account', 'add', 'ana', '--roles', 'administrator'],
    ])
      expect((await bound(...line)).lines[0]).toContain('Nobody has an account yet')
    const free = await at.run('backup', '/tmp/none', '/tmp/none', ...why)
    expect(free.lines[0]).not.toContain('account')
  })

  test('no secret stands in the audit, the security log, the answers or the log, nor in the tables as it is', async () => {
    const at = await installation()
    const added = await at.run('account', 'add', 'ana', '--roles', 'administrator', ...why)
    const enrolment = enrolmentIn(added.lines)
    const ana = operatorPerson(at.deps, 'ana')
    const answers = [await ana.enrol(enrolment), await ana.signIn(), await ana.signIn({ password: 'a-wrong-password' })]
    await ana.run('account', 'list')
    const token = ana.token() ?? ''
    expect(token).toHaveLength(43)
    const tables = await Promise.all(
      (['operatorAction', 'securityEvent', 'operatorAccount', 'operatorSession', 'attempt'] as const).map((it) =>
        at.db.selectFrom(it).selectAll().execute(),
      ),
    )
    const kept = JSON.stringify(tables) + JSON.stringify(at.logged)
    const secrets = [goodPassword, 'a-wrong-password', enrolment, token, base32nopad.encode(ana.secret)]
    for (const secret of secrets) expect(kept).not.toContain(secret)
    const lines = JSON.stringify(answers.map((it) => it.lines))
    for (const secret of [...secrets, ana.lastCode()]) expect(lines).not.toContain(secret)
    expect(added.lines.join()).toContain(enrolment)
  })

  test('the secret of a device is re-encrypted with the other keys, and a server without its key does not start', async () => {
    const at = await installation()
    const ana = await at.account('ana', 'administrator')
    const [old, fresh] = [at.config.cardKeys[0]?.toString('base64url') ?? '', randomBytes(32).toString('base64url')]
    await expect(rejectMissingKeys(at.db, readConfig({ CARD_KEY: fresh }))).rejects.toThrow('which is missing')
    expect(await reencryptTotp(at.db, readConfig({ CARD_KEY: fresh, CARD_KEYS_OLD: old }))).toBe(1)
    at.clock.advance(2 * minute)
    const later = { ...at.deps, config: readConfig({ DEMO: '0', CARD_KEY: fresh }) }
    const signedIn = await operate(later, ['login', 'ana'], {
      secrets: { kind: 'sign-in', password: goodPassword, code: ana.nextCode() },
    })
    expect(signedIn.ok).toBe(true)
  })
})

test('accounts are one person by their id; where either has none, by name', () => {
  const named = (name: string, account: string | null = null) => ({ name, account })
  expect(isSameOperator(named('Ana', '1'), named('Budi', '1'))).toBe(true)
  expect(isSameOperator(named('Ana', '1'), named('Ana', '2'))).toBe(false)
  expect(isSameOperator(named(' ana'), named('Ana', '2'))).toBe(true)
  expect(isSameOperator(named('Budi'), named('Ana', '2'))).toBe(false)
})

test('whoever is disabled while an act of theirs is under way is disabled after it', async () => {
  const database = await openPostgres()
  try {
    const deps = {
      database,
      clock: new ManualClock('2026-11-20T06:00:00.000Z'),
      config: readConfig({ DEMO: '0', CARD_KEY: randomBytes(32).toString('base64url') }),
      log: silentLog,
    }
    const ana = await operatorAccount(deps, 'ana', 'administrator')
    await operatorAccount(deps, 'budi', 'treasury', ana)
    const [underWay, over] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const act = database.inTransaction(async (tx) => {
      await lockAccounts(tx, 'shared')
      underWay.resolve(undefined)
      await over.promise
    })
    await underWay.promise
    const seen = { isDisabled: false }
    const disabling = ana.run('account', 'disable', 'budi', ...why).finally(() => {
      seen.isDisabled = true
    })
    const waits = async () =>
      (
        await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
          where locktype = 'advisory' and not granted and datname = current_database()`.execute(database.kysely)
      ).rows.length > 0
    while (!seen.isDisabled && !(await waits()));
    expect(seen.isDisabled).toBe(false)
    over.resolve(undefined)
    await act
    expect((await disabling).ok).toBe(true)
  } finally {
    await database.close()
  }
})
