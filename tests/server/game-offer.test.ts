import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { lotteryInfo, lotteryJackpots } from '#protocol/games.ts'
import { instant } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import { stopGame } from '#server/features/games/publishing.ts'
import { bareWorld, type BareWorld } from '#tests/support/bare-world.ts'
import { openPGlite } from '#tests/support/databases.ts'
import { gameTable, ruleOf, slotOf } from '#tests/support/game-table.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe('what is offered of the games', () => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  let database: Database
  let world: BareWorld
  let at: ReturnType<typeof gameTable>
  beforeAll(async () => {
    database = await openPGlite()
    world = await bareWorld(database, clock)
    at = gameTable(world, clock)
  })
  afterAll(() => database.close())

  const player = async () => {
    const member = await world.member()
    await at.give({ memberId: member.memberId, gold: 1000 })
    return member
  }
  const read = async (path: string, token: string, args: object = {}) =>
    (await world.call(path, { method: 'GET', token, args })).body.data
  const stop = (id: string, isStopped = true) =>
    database.inTransaction((db) => stopGame(db, id, isStopped ? instant(clock) : null))

  test('of several lotteries of a kind the first that isn’t stopped is played, and its prize is the highest told', async () => {
    const { token } = await player()
    const slots = [slotOf('five', { of: 'gold', amount: 5 }), slotOf('nothing', null)]
    await at.publish(ruleOf('wheel', { kind: 'gold lottery', position: 0, slots }))
    await at.publish(ruleOf('wheel2', { kind: 'gold lottery', position: 1, slots }))
    const shown = async () => {
      const { game, seed } = (await read('lottery/info', token, { kind: 'gold' })) as Answer<typeof lotteryInfo>
      const { items } = (await read('lottery/jackpotList', token)) as Answer<typeof lotteryJackpots>
      const args = { kind: 'gold', seedHash: seed.seedHash, memberSeed: 'x', odds: game.odds, expectedPrice: 10 }
      const { errno, data } = (await world.call('lottery/open', { token, args })).body as {
        errno: number
        data: { draws: { game: string }[] } | null
      }
      return [game.id, game.closed, items.map((it) => it.game), data?.draws[0]?.game ?? errno]
    }
    expect(await shown()).toEqual(['wheel', null, ['wheel'], 'wheel'])
    await stop('wheel')
    expect(await shown()).toEqual(['wheel2', null, ['wheel2'], 'wheel2'])
    await stop('wheel2')
    expect(await shown()).toEqual(['wheel', 'stopped', [], 1782])
    await stop('wheel', false)
    expect(await shown()).toEqual(['wheel', null, ['wheel'], 'wheel'])
  })

  test('as many boxes are opened at once as the prize account covers; who is too late is told how many', async () => {
    const { token } = await player()
    await at.fund(500)
    const money = slotOf('money', { of: 'money', amount: 300, currency: 'USD' })
    const slots = [money, slotOf('nothing', null, { weight: 999_999_999 })]
    await at.publish(ruleOf('ten', { kind: 'second box', mostAtOnce: 10, slots }))
    const game = async () => (await at.table(token)).items.find((it) => it.id === 'ten')
    expect(await game()).toMatchObject({ closed: null, mostAtOnce: 1 })
    expect(await at.buy(token, await at.wantedOf(token, 'ten', 2))).toMatchObject({
      errno: 1782,
      errmsg:
        "The operator's money for prizes covers only one of these draws at once right now. You weren't charged. Please choose fewer.",
    })
    expect((await at.play(token, 'ten')).game).toMatchObject({ id: 'ten', mostAtOnce: 1 })
    await at.fund(400)
    expect(await game()).toMatchObject({ mostAtOnce: 3 })
    expect((await at.play(token, 'ten', 3)).draws).toHaveLength(3)
    await at.fund(1_000_000)
    expect(await game()).toMatchObject({ mostAtOnce: 10 })
  })

  test('a prize that somebody won stays won when they leave', async () => {
    const [winner, reader] = [await player(), await world.member()]
    const slots = [slotOf('good', { of: 'gold', amount: 7 }, { weight: 999_999_999 }), slotOf('nothing', null)]
    await at.publish(ruleOf('top', { slots }))
    const last = async () => {
      const { items } = (await read('game/box/jackpotList', reader.token)) as Answer<typeof lotteryJackpots>
      return items.find((it) => it.game === 'top')?.last
    }
    expect(await last()).toBeNull()
    await at.play(winner.token, 'top')
    const known = await last()
    expect(known?.who).not.toBe('***')
    const deleted = { deletedAt: instant(clock) }
    await database.kysely.updateTable('member').set(deleted).where('id', '=', winner.memberId).execute()
    expect(await last()).toEqual({ who: '***', at: known?.at })
  })
})
