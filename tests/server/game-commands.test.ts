import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '#server/cli/operator/commands.ts'
import { withFiles } from '#server/cli/operator/files.ts'
import { commandIn, operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import type { GameRule } from '#server/features/games/game-rule.ts'
import { closePool } from '#server/features/games/pool-closing.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { gameTable, ruleOf, slotOf } from '#tests/support/game-table.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { balances } from '#tests/support/people-and-machines.ts'

const [ok, closed, odds] = [0, 1782, 1780]
const signed = ['--as', 'Ana', '--why', 'a test']
const gold = (amount: number) => ({ of: 'gold', amount }) as const
const dollars = (amount: number) => ({ of: 'money', amount, currency: 'USD' }) as const

describe.each(oneDatabase)("the operator's commands of games on $name", ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const folder = mkdtempSync(join(tmpdir(), 'voltfolio-rules-'))
  const config = readConfig({ CARD_KEY: 'k'.repeat(43) })
  const world = bareWorldFor(open, clock, { CARD_KEY: 'k'.repeat(43) })
  let at: ReturnType<typeof gameTable>
  beforeAll(() => {
    at = gameTable(world, clock)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A command line as it is typed: paths in place of files. */
  const run = (...typed: string[]) => {
    const command = commandIn(typed)
    if (!command) throw new Error(`no command ${typed.join(' ')}`)
    const argv = withFiles(command, typed, (path) => readFileSync(path, 'utf8'))
    return operate({ database: world.database, clock, config, log: silentLog }, argv)
  }
  const file = (text: string, name = 'rule.json') => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const publish = (rule: object) => run('game', 'publish', file(JSON.stringify(rule)), ...signed)
  const player = async () => {
    const member = await world.member()
    await at.give({ memberId: member.memberId, gold: 1000 })
    return member
  }
  const versions = async (game: string) =>
    (await world.database.kysely.selectFrom('gameRule').select('version').where('game', '=', game).execute()).length

  test('say that there is nothing yet', async () => {
    expect(await run('game', 'list')).toEqual({ ok: true, lines: ['None.', 'prizes  USD 0.00'] })
    expect(await run('game', 'rounds')).toEqual({ ok: true, lines: ['None.'] })
  })

  test('publish a rule, and print its chances and what a draw costs on average', async () => {
    const coupon = { of: 'coupon', name: 'Voucher', type: 2, value: 500, minimum: 0, days: 30 } as const
    const slots = [
      slotOf('cash', dollars(1250), { weight: 1 }),
      slotOf('coins', gold(30), { weight: 100 }),
      slotOf('balls', { of: 'lucky', amount: 2 }, { weight: 99 }),
      slotOf('voucher', coupon, { weight: 50 }),
      slotOf('nothing', null, { weight: 750 }),
    ]
    expect(await publish(ruleOf('wheel', { slots }))).toEqual({
      ok: true,
      lines: [
        'wheel, version 1: 10 gold a draw.',
        '  cash  1 of 1000 (0.100 %)',
        '  coins  100 of 1000 (10.0 %)',
        '  balls  99 of 1000 (9.90 %)',
        '  voucher  50 of 1000 (5.00 %)',
        '  nothing  750 of 1000 (75.0 %)',
        'A draw gives on average USD 0.0125, 3.00 gold coins, 0.198 Lucky Balls and 0.050 coupons.',
      ],
    })
    const sure = slots.map((it) => ({ ...it, guaranteed: it.key === 'coins' }))
    const again = await publish(ruleOf('wheel', { kind: 'box', guaranteeEvery: 5, slots: sure }))
    expect([again.lines[0], again.lines.at(-1)]).toEqual([
      'wheel, version 2: 10 gold a draw.',
      expect.stringMatching(/0\.050 coupons, and more by its guarantee\.$/),
    ])
    const [kept] = await world.database.kysely
      .selectFrom('operatorAction')
      .select(['command', 'byName', 'args'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(kept).toEqual({
      command: 'game publish',
      byName: 'Ana',
      args: { file: expect.stringMatching(/^rule\.json, \d+ characters$/) as string },
    })
  })

  test('publish warns where an open lottery hides another one of its kind', async () => {
    const slots = [slotOf('balls', { of: 'lucky', amount: 2 }), slotOf('nothing', null)]
    const drum = (id: string, position: number) =>
      publish(ruleOf(id, { kind: 'lucky lottery', price: { of: 'lucky', amount: 1 }, position, slots }))
    const hides = (hidden: string, by: string) =>
      `Attention: members don't see ${hidden}, because ${by} comes before it and each kind of lottery has one page. Stop ${by}, or change a position.`
    expect((await drum('drum', 1)).lines.join()).not.toMatch(/Attention/)
    expect((await drum('drum2', 2)).lines.at(-1)).toBe(hides('drum2', 'drum'))
    expect((await drum('drum0', 0)).lines.slice(-2)).toEqual([hides('drum', 'drum0'), hides('drum2', 'drum0')])
    expect(
      (await run('game', 'list')).lines.filter((it) => it.startsWith('drum')).map((it) => it.split('  ').at(-1)),
    ).toEqual(['open', 'not offered', 'not offered'])
    for (const id of ['drum', 'drum0']) await run('game', 'stop', id, ...signed)
    expect((await drum('drum2', 2)).lines.join()).not.toMatch(/Attention/)
  })

  const sureSlot = slotOf('sure', gold(5), { guaranteed: true })
  const wrong: [what: string, Partial<GameRule>, says: RegExp][] = [
    ['a weight of nothing', { slots: [slotOf('a', gold(1), { weight: 0 }), slotOf('b', null)] }, /slots\.0\.weight/],
    ['a weight in parts', { slots: [slotOf('a', gold(1), { weight: 1.5 }), slotOf('b', null)] }, /slots\.0\.weight/],
    ['less than no stock', { slots: [slotOf('a', gold(1), { stock: -1 }), slotOf('b', null)] }, /slots\.0\.stock/],
    ['one slot', { slots: [slotOf('a', gold(1))] }, /slots/],
    ['a slot twice', { slots: [slotOf('a', gold(1)), slotOf('a', null)] }, /names a slot twice/],
    ['nothing to win', { slots: [slotOf('a', null), slotOf('b', null)] }, /has nothing to win/],
    [
      'a guarantee of nothing',
      { guaranteeEvery: 5, slots: [slotOf('a', gold(1)), slotOf('b', null)] },
      /a guarantee without guaranteed slots/,
    ],
    ['a guarantee that never comes', { slots: [sureSlot, slotOf('b', null)] }, /or the other way round/],
    [
      'a guarantee that may run out',
      { guaranteeEvery: 5, slots: [{ ...sureSlot, stock: 3 }, slotOf('b', null)] },
      /guarantees what may run out/,
    ],
    ['a guarantee with each draw', { guaranteeEvery: 1, slots: [sureSlot, slotOf('b', null)] }, /guaranteeEvery/],
    [
      'several draws of what is counted',
      { mostAtOnce: 5, slots: [slotOf('a', gold(1), { stock: 5 }), slotOf('b', null)] },
      /counts stock: then draws are made one at a time/,
    ],
    [
      'a coupon that takes off more than all',
      {
        slots: [
          slotOf('a', { of: 'coupon', name: 'Half', type: 1, value: 10_001, minimum: 0, days: 5 }),
          slotOf('b', null),
        ],
      },
      /gives a coupon that takes off more than all/,
    ],
    ['more at once than any game', { mostAtOnce: 11 }, /mostAtOnce/],
    ['a daily limit of nothing', { dailyLimit: 0 }, /dailyLimit/],
    ['no price', { price: { of: 'gold', amount: 0 } }, /price\.amount/],
    ['a gold lottery for Lucky Balls', { kind: 'gold lottery', price: { of: 'lucky', amount: 1 } }, /gold lottery/],
    ['a Lucky Ball lottery for coins', { kind: 'lucky lottery' }, /Lucky Ball lottery/],
    [
      'money of another currency',
      { slots: [slotOf('a', { of: 'money', amount: 5, currency: 'IDR' }), slotOf('b', null)] },
      /another currency than USD/,
    ],
    ['a name without English', { name: { id: 'Roda' } as unknown as GameRule['name'] }, /name\.en/],
    ['a word that no rule has', { waight: 3 } as Partial<GameRule>, /waight/],
  ]
  test.each(wrong)('refuse a rule with %s, saying so, and change nothing', async (_, of, says) => {
    const { ok: isDone, lines } = await publish(ruleOf('refused', of))
    expect([isDone, lines[0], lines[1]]).toEqual([false, expect.stringMatching(says), 'Nothing was changed.'])
    expect(lines[0]).toContain('rule.json')
    expect(await versions('refused')).toBe(0)
  })

  test('refuse what is no JSON, another kind under a known name, and a rule without a name and a reason', async () => {
    const text = await run('game', 'publish', file('{ "id": '), ...signed)
    expect([text.ok, text.lines[0]]).toEqual([false, expect.stringContaining('is no JSON')])
    await publish(ruleOf('kept'))
    const other = await publish(ruleOf('kept', { kind: 'second box' }))
    expect([other.ok, other.lines[0]]).toEqual([false, expect.stringContaining('is box here, and stays so')])
    expect((await run('game', 'publish', file(JSON.stringify(ruleOf('kept'))))).ok).toBe(false)
    expect(await versions('kept')).toBe(1)
  })

  test('stop a game and let it go on', async () => {
    await publish(ruleOf('halt'))
    const { token } = await player()
    const buy = async () => (await at.buy(token, await at.wantedOf(token, 'halt'))).errno
    const listed = async () => (await run('game', 'list')).lines.find((it) => it.startsWith('halt '))
    expect(await run('game', 'stop', 'halt', ...signed)).toEqual({ ok: true, lines: ['halt is stopped.'] })
    expect([await buy(), await listed()]).toEqual([closed, 'halt  box  version 1  10 gold  stopped'])
    expect(await run('game', 'resume', 'halt', ...signed)).toEqual({ ok: true, lines: ['halt can be played.'] })
    expect([await buy(), await listed()]).toEqual([ok, 'halt  box  version 1  10 gold  open'])
    for (const verb of ['stop', 'resume'])
      expect(await run('game', verb, 'nowhere', ...signed)).toMatchObject({
        ok: false,
        lines: [expect.any(String), 'Nothing was changed.'],
      })
  })

  test('count stock up and down, never below nothing, and list the chances that are left', async () => {
    await publish(ruleOf('counted', { slots: [slotOf('star', gold(5), { stock: 2 }), slotOf('moon', gold(1))] }))
    const stock = async (slot: string, pieces: string, ...more: string[]) => {
      const { ok: isDone, lines } = await run(
        'game',
        'stock',
        'counted',
        slot,
        `--pieces=${pieces}`,
        ...more,
        ...signed,
      )
      return [isDone, lines[0]]
    }
    const listed = async () => {
      const { lines } = await run('game', 'list')
      const first = lines.findIndex((it) => it.startsWith('counted '))
      return lines.slice(first + 1, first + 3)
    }
    const delivery = ['--reference', 'delivery 7']
    expect(await stock('star', '3', ...delivery)).toEqual([true, '5 left of star in counted.'])
    expect(await stock('star', '3', ...delivery)).toEqual([true, expect.stringContaining('was done before')])
    expect(await stock('star', '4', ...delivery)).toEqual([false, expect.stringContaining('given to another')])
    expect(await listed()).toEqual(['  star  1 of 2 (50.0 %)  5 left', '  moon  1 of 2 (50.0 %)'])
    const { token } = await player()
    const seen = await at.wantedOf(token, 'counted')
    expect(await stock('star', '-6')).toEqual([false, expect.stringContaining('less than nothing of 5')])
    expect(await stock('star', '-5')).toEqual([true, '0 left of star in counted.'])
    expect(await listed()).toEqual(['  star  0 of 1 (0.00 %)  0 left', '  moon  1 of 1 (100 %)'])
    // Who saw other odds doesn't draw by these.
    expect((await at.buy(token, seen)).errno).toBe(odds)
    expect(await stock('moon', '1')).toEqual([false, expect.stringContaining('no slot of this game whose stock')])
    expect(await stock('star', 'some')).toEqual([false, expect.stringContaining('whole number')])
    // A new version keeps what is left.
    await publish(ruleOf('counted', { slots: [slotOf('star', gold(5), { stock: 9 }), slotOf('moon', gold(1))] }))
    expect((await listed())[0]).toBe('  star  0 of 1 (0.00 %)  0 left')
  })

  test("fund prizes of the operator's own, and open the games that are covered then", async () => {
    await publish(ruleOf('cash', { slots: [slotOf('one', dollars(300)), slotOf('two', dollars(300))] }))
    const state = async () => {
      const { lines } = await run('game', 'list')
      return [
        lines
          .find((it) => it.startsWith('cash '))
          ?.split('  ')
          .at(-1),
        lines.at(-1),
      ]
    }
    expect(await state()).toEqual(['not funded', 'prizes  USD 0.00'])
    expect(await run('fund', 'prizes', '2.99', ...signed)).toMatchObject({
      ok: false,
      lines: [expect.stringContaining("more than the operator's own"), 'Nothing was changed.'],
    })
    await run('fund', 'capital', '10.00', ...signed)
    expect((await run('fund', 'prizes', '2.99', ...signed)).lines).toEqual(['USD 2.99 set aside. prizes has USD 2.99.'])
    expect(await state()).toEqual(['not funded', 'prizes  USD 2.99'])
    await run('fund', 'prizes', '0.01', ...signed)
    expect(await state()).toEqual(['open', 'prizes  USD 3.00'])
    expect((await run('fund', 'list')).lines).toContain('prizes  USD 3.00')
    const { token, memberId } = await player()
    await at.play(token, 'cash')
    expect(await state()).toEqual(['not funded', 'prizes  USD 0.00'])
    expect((await balances(world.database.kysely, memberId))['prize_due']).toBe(300)
  })

  test("tell the pool's rounds, and how many shares were received", async () => {
    const slots = [slotOf('nothing', null, { weight: 1_000_000_000 }), slotOf('one', gold(1))]
    await publish(ruleOf('tickets', { price: { of: 'gold', amount: 50 }, slots }))
    const { token } = await player()
    await at.play(token, 'tickets')
    const { lines } = await run('game', 'rounds')
    expect(lines).toEqual(['2026-W47  open'])
    clock.advance(7 * 86_400_000)
    await closePool({ database: world.database, clock, config })
    const told = async () => (await run('game', 'rounds')).lines.find((it) => it.startsWith('2026-W47'))
    const { points, draws } = await world.database.kysely
      .selectFrom('poolRound')
      .select(['points', 'draws'])
      .where('round', '=', '2026-W47')
      .executeTakeFirstOrThrow()
    const shares = Math.min(5, draws ?? 0)
    const line = (received: number) =>
      `2026-W47  ${points} gold coins  ${draws} draws  ${received} of ${shares} shares received  closed 2026-11-27T06:00:00.000Z`
    expect(shares).toBeGreaterThan(0)
    expect(await told()).toBe(line(0))
    const share = await world.database.kysely
      .selectFrom('poolShare')
      .select(['id', 'memberId'])
      .where('round', '=', '2026-W47')
      .where('amount', '>', 0)
      .executeTakeFirstOrThrow()
    const args = { shareId: share.id }
    await world.call('pool/rules/confirm/receipt', { token: await world.tokenOf(share.memberId), args })
    expect(await told()).toBe(line(1))
    expect(await reconcile(world.database.kysely)).toEqual([])
  })

  test('are all run here', () => {
    const names = commands.map((it) => it.name).filter((it) => it.startsWith('game '))
    expect(names.toSorted()).toEqual(['list', 'publish', 'resume', 'rounds', 'stock', 'stop'].map((it) => `game ${it}`))
  })
})
