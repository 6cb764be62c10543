import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { seedReference } from '#server/db/seed/reference.ts'
import { chainStatement } from '#server/features/wallet/custody/chain-statement.ts'
import { publishRate } from '#server/features/wallet/exchange/rates.ts'
import { railsOf } from '#server/features/wallet/rails/rails.ts'
import type { Rail } from '#server/features/wallet/rails/rail.ts'
import { openTopUp } from '#server/features/wallet/top-up/awaiting.ts'
import { stockAddresses } from '#server/features/wallet/top-up/deposit-addresses.ts'
import { watchRails } from '#server/features/wallet/top-up/watch-rails.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { silentLog as log } from '#server/log.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { operatorAccount, type OperatorPerson } from '#tests/support/operator-account.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'
import { startTronNode, tronAddress, type TronNode } from '#tests/support/tron-node.ts'

const dayMs = 86_400_000

describe.each(oneDatabase)("an operator's commands over a chain on $name", ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let node: TronNode
  let second: TronNode
  let rail: Rail
  let person: OperatorPerson
  const config = () => readConfig({ DEMO: '0', TRONGRID_URL: node.url, TRON_SECOND_URL: second.url })

  beforeAll(async () => {
    ;[database, node, second] = await Promise.all([open(), startTronNode(), startTronNode()])
    await seedReference(database.kysely)
    for (const [code, perUsd] of [
      ['USD', '1'],
      ['USDT', '1.0004'],
    ] as const)
      await publishRate(database.kysely, { code, perUsd }, clock)
    rail = railsOf({ db: database.kysely, clock, config: config() })[0]!
    await stockAddresses(database.kysely, rail, Array.from({ length: 5 }, tronAddress), clock)
    person = await operatorAccount({ database, clock, config: config(), log }, 'ana', 'administrator,treasury')
    await run('custody', 'add', 'usdt', '--kind', 'chain', '--name', 'USDT')
  })
  // One statement a day, and sessions of operators end by then.
  beforeEach(() => clock.advance(dayMs))
  afterAll(() => Promise.all([database?.close(), node?.close(), second?.close()]))

  async function run(...argv: string[]) {
    // A code counts once, and is one of its half minute.
    clock.advance(30_000)
    expect(await person.signIn()).toMatchObject({ ok: true })
    return await person.run(...argv, '--why', 'a test')
  }

  /** A new member with an address of theirs. */
  async function addressed() {
    const memberId = await makeMember(database.kysely)
    await database.inTransaction((db) => openTopUp(db, { memberId, amount: 10_000, rail }, clock))
    const { address } = await database.kysely
      .selectFrom('depositAddress')
      .select('address')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    return { memberId, address }
  }

  test('a statement is what the addresses of members and our own hold, at the rate of the day, by both sources', async () => {
    const { address } = await addressed()
    const cold = tronAddress()
    const ask = () => run('statement', 'chain', 'usdt', 'trc20', '--also', cold)
    // An address that was never handed out holds nothing of members.
    const held = { [address]: 10_004_000n, [cold]: 90_036_000n, [tronAddress()]: 5_000_000n }
    node.chain.held = held
    expect((await ask()).lines.join()).toContain('sources do not agree')
    second.chain.held = held
    expect(await ask()).toMatchObject({ ok: true, lines: [expect.stringContaining('USD 100.00')] })
    expect((await ask()).lines.join()).toContain('must follow')

    clock.advance(dayMs)
    node.chain.held = second.chain.held = { ...held, [address]: 0n }
    expect(await ask()).toMatchObject({ ok: true, lines: [expect.stringContaining('USD 90.00')] })
    clock.advance(dayMs)
    expect(await ask()).toMatchObject({ ok: true, lines: [expect.stringContaining('after 0 entries')] })
  })

  test('where the money is says on which network a balance was read, and when; no other network comes into it', async () => {
    const [sheet] = await balanceSheets(database.kysely)
    const last = await database.kysely
      .selectFrom('custodyStatement')
      .select(['day', 'network', 'readAt', 'closing'])
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last).toMatchObject({ network: 'trc20', readAt: expect.stringContaining(last.day) })
    expect(sheet?.confirmed?.accounts).toEqual([
      { name: 'USDT', kind: 'chain', amount: last.closing, network: 'trc20', readAt: last.readAt },
    ])
    const other: Rail = { ...rail, network: 'erc20', holdings: () => Promise.resolve(0n) }
    await expect(chainStatement(database.kysely, { rail: other, custodyId: 'usdt', also: [] }, clock)).rejects.toThrow(
      'is an account on trc20',
    )
  })

  test('no statement is made of what the chain did not say', async () => {
    await addressed()
    expect((await run('statement', 'chain', 'usdt', 'trc20', '--also', 'nowhere')).lines.join()).toContain('nowhere')
    expect((await run('statement', 'chain', 'usdt', 'other')).lines.join()).toContain('no network')
    // What two accounts showed would be counted twice, and a bank's money is on no chain.
    await run('custody', 'add', 'again', '--kind', 'chain', '--name', 'The same')
    await run('custody', 'add', 'bank', '--kind', 'bank', '--name', 'A bank')
    expect((await run('statement', 'chain', 'again', 'trc20')).lines.join()).toContain('counted by usdt')
    expect((await run('statement', 'chain', 'bank', 'trc20')).lines.join()).toContain('no chain')
    node.broken = 500
    expect((await run('statement', 'chain', 'usdt', 'trc20')).lines.join()).toContain('answered 500')
    node.broken = null
  })

  test("after a restore an address becomes its member's again, with what came to it, and nobody else's", async () => {
    // The older database knows neither the top-up nor the address.
    const [memberId, address] = [await makeMember(database.kysely), tronAddress()]
    for (const { chain } of [node, second]) chain.mined = []
    second.chain.mined.push(node.mine({ to: address, value: 25_010_000, at: clock.now(), ago: 30 }))
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    const assign = (to: string, since = today) => run('address', 'assign', 'trc20', address, to, '--since', since)
    expect((await assign(memberId, 'today')).lines.join()).toContain('must be a day')
    expect((await assign(memberId)).lines.join()).toContain('only after a restore')
    expect(await run('restore', 'finish', new Date(clock.now()).toISOString())).toMatchObject({ ok: true })
    expect((await assign(memberId)).lines.join()).toContain('is theirs')
    await watchRails({ database, clock, config: config(), log })
    expect(await balances(database.kysely, memberId)).toMatchObject({ recharge: 2500 })
    expect((await assign(await makeMember(database.kysely))).lines.join()).toContain("is a member's already")
  })

  test('what a restore took out of stock stays out, also where it is added again, until it is assigned', async () => {
    const mine = [tronAddress(), tronAddress()]
    const add = (...addresses: string[]) => run('address', 'add', 'trc20', addresses.join(','))
    expect((await add(...mine)).lines).toEqual([expect.stringMatching(/^2 added, 0 were there/)])
    await run('restore', 'finish', new Date(clock.now()).toISOString())
    expect((await run('address', 'stock', 'trc20')).lines[0]).toMatch(/^0 free, .* kept out of stock since a restore/)
    const { lines } = await add(...mine)
    expect(lines[0]).toContain('0 added, 2 were there. 0 are free')
    expect(lines[1]).toContain('2 of them may have been handed out before a restore')
    const other = await makeMember(database.kysely)
    const open = () => database.inTransaction((db) => openTopUp(db, { memberId: other, amount: 10_000, rail }, clock))
    await expect(open()).rejects.toMatchObject({ code: 'rail_unavailable' })
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    expect((await run('address', 'assign', 'trc20', mine[0]!, other, '--since', today)).ok).toBe(true)
    expect((await add(...mine)).lines[1]).toContain('1 of them may have been handed out')
    const fresh = tronAddress()
    expect((await add(fresh)).lines).toEqual([expect.stringContaining('1 added, 0 were there. 1 are free')])
  })
})
