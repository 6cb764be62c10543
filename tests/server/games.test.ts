import { randomUUID } from 'node:crypto'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { billDetail } from '#protocol/books.ts'
import type { boxReceipt, Draw, lotteryInfo, seedRenew } from '#protocol/games.ts'
import type { Bill } from '#protocol/wallet.ts'
import { finishRestore } from '#server/cli/backup/finishing.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { publishGame, stopGame } from '#server/features/games/publishing.ts'
import { demoRules } from '#server/features/games/demo-rules.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { gameTable, ruleOf, slotOf, type Played } from '#tests/support/game-table.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { balances } from '#tests/support/people-and-machines.ts'

const hour = 3_600_000
const [ok, badRequest, notFound, nothing, level, points, amount, balls] = [0, 400, 1404, 1708, 1485, 1483, 1482, 1475]
const [odds, seed, closed, limit, paused] = [1780, 1781, 1782, 1783, 1784]

describe.each(databases)('games on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let at: ReturnType<typeof gameTable>
  beforeAll(async () => {
    database = await open()
    world = await bareWorld(database, clock)
    at = gameTable(world, clock)
  })
  afterAll(async () => {
    expect(await reconcile(database.kysely)).toEqual([])
    await database.close()
  })

  const player = async (of: { gold?: number; lucky?: number } = { gold: 1000 }) => {
    const member = await world.member()
    await at.give({ memberId: member.memberId, ...of })
    return member
  }
  const read = async <T>(path: string, token: string, args: object = {}) =>
    (await world.call(path, { method: 'GET', token, args })).body.data as T
  const post = async (path: string, token: string, args: object) => (await world.call(path, { token, args })).body
  const detail = (token: string, drawId: string) => read<Draw>('game/draw/info', token, { drawId })
  const held = async (memberId: string) => await balances(database.kysely, memberId)

  test('a draw charges, moves the nonce, and says how it was made', async () => {
    await at.publish(ruleOf('plain'))
    const { token, memberId } = await player()
    const before = await at.table(token)
    expect(before).toMatchObject({ goldCoins: 1000, luckyBalls: 0, seed: { nonce: 1, drawsLeft: 100 } })
    const played = await at.play(token, 'plain')
    expect(played).toMatchObject({ goldCoins: 990, seed: { seedHash: before.seed.seedHash, nonce: 2, drawsLeft: 99 } })
    const [draw] = played.draws
    expect(draw?.proof).toMatchObject({ seedHash: before.seed.seedHash, serverSeed: null, nonce: 1, version: 1 })
    expect(draw?.proof.slots.map((it) => it.weight)).toEqual([1, 1])
    expect(draw?.prize === null ? null : draw?.prize?.name).toBe(
      draw?.proof.slots.find((it) => it.id === draw.proof.slotId)?.name === 'Slot five' ? 'Slot five' : null,
    )
    expect(await detail(token, draw?.id ?? '')).toEqual(draw)
    expect((await held(memberId))['gold']).toBe(990)
    const stranger = await world.member()
    expect(
      (await world.call('game/draw/info', { method: 'GET', token: stranger.token, args: { drawId: draw?.id } })).body
        .errno,
    ).toBe(notFound)
  })

  test('the same key draws once', async () => {
    await at.publish(ruleOf('keyed'))
    const { token } = await player()
    const [wanted, key] = [await at.wantedOf(token, 'keyed'), randomUUID()]
    const [first, again] = [await at.buy(token, wanted, key), await at.buy(token, wanted, key)]
    expect(again).toEqual(first)
    expect((await at.table(token)).goldCoins).toBe(990)
  })

  test('what the member saw must still hold', async () => {
    await at.publish(ruleOf('seen'))
    const { token, memberId } = await player({ gold: 15 })
    const wanted = await at.wantedOf(token, 'seen')
    const errno = async (args: object) => (await at.buy(token, { ...wanted, ...args })).errno
    expect(await errno({ expectedPrice: 9 })).toBe(amount)
    expect(await errno({ seedHash: 'a'.repeat(64) })).toBe(seed)
    expect(await errno({ odds: '7:11' })).toBe(odds)
    expect(await errno({ count: 2, expectedPrice: 20 })).toBe(badRequest)
    expect(await errno({ boxId: 'nowhere' })).toBe(notFound)
    await at.publish(ruleOf('seen', { slots: [slotOf('one', { of: 'gold', amount: 1 }), slotOf('nothing', null)] }))
    expect(await errno({})).toBe(odds)
    await database.inTransaction((db) => stopGame(db, 'seen', new Date(clock.now()).toISOString()))
    expect(await errno({})).toBe(closed)
    await database.inTransaction((db) => stopGame(db, 'seen', null))
    expect((await at.table(token)).seed.nonce).toBe(1)
    expect((await held(memberId))['gold']).toBe(15)
    await at.play(token, 'seen')
    const [poor] = [await at.wantedOf(token, 'seen')]
    const gold = (await held(memberId))['gold'] ?? 0
    expect((await at.buy(token, poor)).errno).toBe(gold < 10 ? points : ok)
  })

  test('odds that were shown for one game, or before the guarantee came near, draw nothing in another or later', async () => {
    const slots = [
      slotOf('nothing', null, { weight: 999_999 }),
      slotOf('good', { of: 'gold', amount: 1 }, { guaranteed: true }),
    ]
    const rule = { guaranteeEvery: 3, slots }
    await at.publish(ruleOf('near', rule))
    await at.publish(ruleOf('far', rule))
    const { token } = await player()
    const [near, far] = [await at.wantedOf(token, 'near'), await at.wantedOf(token, 'far')]
    expect((await at.buy(token, { ...near, odds: far.odds })).errno).toBe(odds)
    expect((await at.play(token, 'near')).game).toMatchObject({ id: 'near', odds: near.odds, guarantee: { in: 2 } })
    const { game } = await at.play(token, 'near')
    expect(game).toMatchObject({ id: 'near', guarantee: { every: 3, in: 1 } })
    expect((await at.buy(token, near)).errno).toBe(odds)
    const answered = { ...near, odds: game?.odds }
    expect((await at.buy(token, answered)).errno).toBe(ok)
  })

  test('levels and points that lack are named', async () => {
    await at.publish(ruleOf('high', { levelNeeded: 2 }))
    const { token } = await player({ gold: 5 })
    expect((await at.buy(token, await at.wantedOf(token, 'high'))).errno).toBe(level)
    await at.publish(ruleOf('dear'))
    expect((await at.buy(token, await at.wantedOf(token, 'dear'))).errno).toBe(points)
    await database.inTransaction((db) =>
      publishGame(db, ruleOf('drum', { kind: 'lucky lottery', price: { of: 'lucky', amount: 1 } }), clock),
    )
    const { game, seed: shown } = await read<Answer<typeof lotteryInfo>>('lottery/info', token, { kind: 'lucky' })
    const wanted = { kind: 'lucky', seedHash: shown.seedHash, memberSeed: 'x', odds: game.odds, expectedPrice: 1 }
    const refused = await post('lottery/open', token, wanted)
    expect(refused).toMatchObject({ errno: balls, errmsg: 'Buying Game drum consumes one Lucky Ball.' })
  })

  test.each([
    ['points', { of: 'gold', amount: 5 }, 'points'],
    ['money', { of: 'money', amount: 5, currency: 'USD' }, 'income'],
  ] as const)(
    "bills of a prize in %s name the draw, in the reader's language, under one type",
    async (id, gift, wallet) => {
      await at.fund(5)
      const name = { en: 'Billed', id: 'Ditagih' }
      await at.publish({ ...ruleOf(`billed-${id}`, { slots: [slotOf('one', gift), slotOf('two', gift)] }), name })
      const { token } = await player()
      const [draw] = (await at.play(token, `billed-${id}`)).draws
      await post('game/box/confirmReceipt', token, { drawId: draw?.id })
      const list = async (args: object, language = 'en') => {
        const headers = { 'x-language': language }
        const { body } = await world.call('capital/streamList', { method: 'GET', token, args, headers })
        const { items } = body.data as { items: Bill[] }
        return items.filter((it) => it.drawId === draw?.id)
      }
      const named = (items: Bill[]) => items.map((it) => [it.kind, it.amount, it.subject])
      expect(named(await list({}))).toEqual([
        ['prize', 5, 'Billed'],
        ['points_spent', -10, 'Billed'],
      ])
      const [prize, price] = await list({}, 'id')
      expect([prize?.subject, price?.subject]).toEqual(['Ditagih', 'Ditagih'])
      const opened = await world.call('capital/streamInfo', {
        method: 'GET',
        token,
        args: { id: prize?.id },
        headers: { 'x-language': 'id' },
      })
      expect((opened.body.data as Answer<typeof billDetail>).bill).toEqual(prize)
      // A change of the game's name renames nothing that was drawn before.
      await at.publish({ ...ruleOf(`billed-${id}`), name: { en: 'Renamed' } })
      expect(named(await list({ type: 'prize' }))).toEqual([['prize', 5, 'Billed']])
      expect(await list({ type: 'prize', wallet })).toHaveLength(1)
      expect(named(await list({ type: 'points' })).map(([kind]) => kind)).toEqual(
        id === 'points' ? ['prize', 'points_spent'] : ['points_spent'],
      )
    },
  )

  test('a prize is received once, by its owner, through the call of its kind', async () => {
    await at.publish(
      ruleOf('sure', { slots: [slotOf('five', { of: 'gold', amount: 5 }), slotOf('six', { of: 'gold', amount: 5 })] }),
    )
    const { token, memberId } = await player()
    const [draw] = (await at.play(token, 'sure')).draws
    const drawId = draw?.id
    const stranger = await world.member()
    expect((await post('game/box/confirmReceipt', stranger.token, { drawId })).errno).toBe(notFound)
    expect((await post('lottery/receipt', token, { drawId })).errno).toBe(notFound)
    const { data } = await post('game/box/confirmReceipt', token, { drawId })
    expect(data as Answer<typeof boxReceipt>).toMatchObject({ goldCoins: 995, draw: { id: drawId, status: 1 } })
    expect((await post('game/box/confirmReceipt', token, { drawId })).errno).toBe(nothing)
    expect((await held(memberId))['gold']).toBe(995)
  })

  test('money that is won is set aside at once, and a game that is not funded is closed', async () => {
    const slots = [
      slotOf('one', { of: 'money', amount: 300, currency: 'USD' }),
      slotOf('two', { of: 'money', amount: 300, currency: 'USD' }),
    ]
    await at.publish(ruleOf('money', { slots }))
    const { token, memberId } = await player()
    const shown = async () => (await at.table(token)).items.find((it) => it.id === 'money')
    expect((await shown())?.closed).toBe('not funded')
    expect((await at.buy(token, await at.wantedOf(token, 'money'))).errno).toBe(closed)
    await at.fund(500)
    expect((await shown())?.closed).toBeNull()
    const [draw] = (await at.play(token, 'money')).draws
    expect(draw).toMatchObject({ status: 0, prize: { type: 0, reward: { of: 'money', amount: 300, currency: 'USD' } } })
    expect(await held(memberId)).toMatchObject({ prize_due: 300, income: 0 })
    expect((await shown())?.closed).toBe('not funded')
    expect(await reconcile(database.kysely)).toEqual([])
    await post('game/box/confirmReceipt', token, { drawId: draw?.id })
    expect(await held(memberId)).toMatchObject({ prize_due: 0, income: 300 })
  })

  test('a coupon that is won is given at the receipt', async () => {
    const gift = { of: 'coupon', name: 'Prize voucher', type: 2, value: 200, minimum: 2000, days: 30 } as const
    await at.publish(ruleOf('paper', { slots: [slotOf('one', gift), slotOf('two', gift)] }))
    const { token } = await player()
    const [draw] = (await at.play(token, 'paper')).draws
    expect(draw?.prize).toMatchObject({ type: null, reward: { of: 'coupon', name: 'Prize voucher' } })
    // What it is worth is told before it is won, and before it is claimed.
    const terms = { type: 2, value: 200, currency: 'USD', minimumSpend: 2000, savesAtMost: null, days: 30 }
    expect(draw?.prize?.reward).toMatchObject({ terms })
    const offered = (await at.table(token)).items.find((it) => it.id === 'paper')
    expect(offered?.slots.map((it) => it.reward)).toMatchObject([{ terms }, { terms }])
    const coupons = async () => (await read<{ items: unknown[] }>('g/coupon/my/list', token)).items.length
    expect(await coupons()).toBe(0)
    await post('game/box/confirmReceipt', token, { drawId: draw?.id })
    expect(await coupons()).toBe(1)
  })

  test('stock goes down with each draw; what is gone weighs nothing, and a game without prizes is sold out', async () => {
    await at.publish(
      ruleOf('last', {
        slots: [
          slotOf('star', { of: 'gold', amount: 5 }, { stock: 1, weight: 1_000_000_000 }),
          slotOf('nothing', null),
        ],
      }),
    )
    const { token } = await player()
    const before = await at.wantedOf(token, 'last')
    const [draw] = (await at.play(token, 'last')).draws
    expect(draw?.prize?.name).toBe('Slot star')
    const game = (await at.table(token)).items.find((it) => it.id === 'last')
    expect(game).toMatchObject({
      closed: 'sold out',
      slots: [
        { left: 0, weight: 0 },
        { left: null, weight: 1 },
      ],
    })
    expect((await at.buy(token, before)).errno).toBe(closed)
  })

  test('the guarantee comes at the latest with every third draw, and the record says so', async () => {
    const slots = [
      slotOf('nothing', null, { weight: 1_000_000_000 }),
      slotOf('good', { of: 'gold', amount: 1 }, { guaranteed: true }),
      slotOf('better', { of: 'gold', amount: 2 }, { guaranteed: true }),
    ]
    await at.publish(ruleOf('third', { kind: 'second box', guaranteeEvery: 3, mostAtOnce: 5, slots }))
    const { token } = await player()
    const { draws } = await at.play(token, 'third', 5)
    expect(draws.map((it) => it.proof.byGuarantee)).toEqual([false, false, true, false, false])
    expect(draws[2]?.proof.slots.map((it) => it.weight)).toEqual([0, 1, 1])
    expect(draws[2]?.prize?.guaranteed).toBe(true)
    expect(draws.map((it) => it.proof.nonce)).toEqual([1, 2, 3, 4, 5])
    const game = (await at.table(token)).items.find((it) => it.id === 'third')
    expect(game?.guarantee).toEqual({ every: 3, in: 1 })
    expect((await at.play(token, 'third')).draws[0]?.proof.byGuarantee).toBe(true)
  })

  test("a game's own limit counts the member's day", async () => {
    await at.publish(ruleOf('twice', { dailyLimit: 2 }))
    const { token, memberId } = await player()
    await at.play(token, 'twice')
    await at.play(token, 'twice')
    expect((await at.table(token)).items.find((it) => it.id === 'twice')?.drawsLeft).toBe(0)
    expect((await at.buy(token, await at.wantedOf(token, 'twice'))).errno).toBe(limit)
    // 13:00 in Jakarta: eleven hours to midnight.
    clock.advance(11 * hour)
    await at.play(await world.tokenOf(memberId), 'twice')
  })

  test("the member's own limit: tighter at once, looser tomorrow", async () => {
    await at.publish(ruleOf('own'))
    const { token, memberId } = await player()
    const save = async (args: object, by = token) => (await post('game/limits/save', by, args)).data
    expect(await save({ daily: 1 })).toEqual({ daily: 1, drawnToday: 0, next: null, pausedUntil: null })
    expect((await at.play(token, 'own')).limits.drawnToday).toBe(1)
    expect((await at.buy(token, await at.wantedOf(token, 'own'))).errno).toBe(limit)
    expect(await save({ daily: null })).toMatchObject({
      daily: 1,
      next: { daily: null, from: expect.any(String) as string },
    })
    expect((await at.buy(token, await at.wantedOf(token, 'own'))).errno).toBe(limit)
    clock.advance(24 * hour)
    const later = await world.tokenOf(memberId)
    expect(await save({}, later)).toEqual({ daily: null, drawnToday: 0, next: null, pausedUntil: null })
    await at.play(later, 'own')
  })

  test('a pause lasts 24 hours and is not ended early', async () => {
    await at.publish(ruleOf('pause'))
    const { token, memberId } = await player()
    const until = new Date(clock.now() + 24 * hour).toISOString()
    expect((await post('game/limits/save', token, { pause: true })).data).toMatchObject({ pausedUntil: until })
    expect((await post('game/limits/save', token, { pause: false })).data).toMatchObject({ pausedUntil: until })
    expect((await at.buy(token, await at.wantedOf(token, 'pause'))).errno).toBe(paused)
    clock.advance(24 * hour)
    await at.play(await world.tokenOf(memberId), 'pause')
  })

  test('a seed is revealed when it is renewed, and its draws can be repeated', async () => {
    await at.publish(ruleOf('reveal'))
    const { token } = await player()
    const [draw] = (await at.play(token, 'reveal')).draws
    const { seedHash } = (await at.table(token)).seed
    const { data } = await post('game/seed/renew', token, { seedHash })
    const { revealed, seed: next } = data as Answer<typeof seedRenew>
    expect(createHash('sha256').update(Buffer.from(revealed.serverSeed, 'hex')).digest('hex')).toBe(seedHash)
    expect(next).toMatchObject({ nonce: 1, drawsLeft: 100 })
    expect(next.seedHash).not.toBe(seedHash)
    expect((await detail(token, draw?.id ?? '')).proof.serverSeed).toBe(revealed.serverSeed)
    expect((await post('game/seed/renew', token, { seedHash })).errno).toBe(seed)
  })

  test('a restored server draws with no seed that may have drawn since the backup, or is known', async () => {
    await at.publish(ruleOf('restored'))
    const { memberId, token } = await player()
    const [draw] = (await at.play(token, 'restored')).draws
    const wanted = await at.wantedOf(token, 'restored')
    const deps = { database, clock, config: world.config, log: silentLog }
    const { lines } = await finishRestore(deps, instant(clock))
    expect(lines).toContainEqual(expect.stringMatching(/^\d+ seeds of draws are revealed/))
    const after = await world.tokenOf(memberId)
    expect((await at.buy(after, wanted)).errno).toBe(seed)
    const { seed: next } = await at.table(after)
    expect(next).toMatchObject({ nonce: 1, drawsLeft: 100 })
    expect(next.seedHash).not.toBe(wanted.seedHash)
    const { serverSeed } = (await detail(after, draw?.id ?? '')).proof
    expect(
      createHash('sha256')
        .update(Buffer.from(serverSeed ?? '', 'hex'))
        .digest('hex'),
    ).toBe(wanted.seedHash)
  })

  test('a seed serves a hundred draws at most, and one that is used up is revealed', async () => {
    await at.publish(ruleOf('many', { kind: 'second box', mostAtOnce: 10 }))
    const { token } = await player({ gold: 2000 })
    const { seedHash } = (await at.table(token)).seed
    let last: Played | undefined
    for (let n = 0; n < 10; n += 1) last = await at.play(token, 'many', 10)
    expect(last?.draws.map((it) => it.proof.nonce)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100])
    expect(last?.seed).toMatchObject({ nonce: 1, drawsLeft: 100 })
    expect(last?.draws[0]?.proof.serverSeed).toMatch(/^[0-9a-f]{64}$/)
    expect(last?.seed.seedHash).not.toBe(seedHash)
  })

  test('all draws are listed newest first, by page, prize and state', async () => {
    await at.publish(ruleOf('list', { kind: 'second box', mostAtOnce: 10 }))
    const { token } = await player()
    const { draws } = await at.play(token, 'list', 10)
    const all = draws.toReversed().map((it) => it.id)
    const pages = async (args: object) => {
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await read<{ items: Draw[]; next?: string }>('game/box/bill/list', token, {
          ...args,
          after,
          limit: 3,
        })
        seen.push(...page.items.map((it) => it.id))
        if (page.next === undefined) return seen
        after = page.next
      }
    }
    const wonIds = draws.filter((it) => it.prize !== null).map((it) => it.id)
    expect(await pages({})).toEqual(all)
    expect(await pages({ won: true })).toEqual(all.filter((it) => wonIds.includes(it)))
    expect(await pages({ won: false })).toEqual(all.filter((it) => !wonIds.includes(it)))
    expect(await pages({ status: 0, game: 'list' })).toEqual(all.filter((it) => wonIds.includes(it)))
    expect(await pages({ status: 1 })).toEqual([])
    expect(await pages({ game: 'plain' })).toEqual([])
  })

  test("the demonstration's rules are published as they are", async () => {
    for (const rule of demoRules) await at.publish(rule)
    const { token } = await player()
    const { game } = await read<Answer<typeof lotteryInfo>>('lottery/info', token, { kind: 'gold' })
    expect(game.slots).toHaveLength(8)
  })
})
