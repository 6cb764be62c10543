import type { Answer } from '#protocol/call.ts'
import type { boxBuy, Game, lotteryInfo } from '#protocol/games.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/open.ts'
import type { GameRule } from '#server/features/games/game-rule.ts'
import { publishGame } from '#server/features/games/publishing.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { payInCapital, setAside } from '#server/ledger/set-aside.ts'
import type { BareWorld } from './bare-world.ts'

export type Played = Answer<typeof boxBuy>
type Table = Omit<Answer<typeof lotteryInfo>, 'game' | 'inviteGoldCoins'>

const word = (en: string) => ({ en })

/** A rule that costs ten gold coins, half of which brings five back. */
export function ruleOf(id: string, of: Partial<GameRule> = {}): GameRule {
  return {
    id,
    kind: 'box',
    position: 0,
    art: 'box',
    name: word(`Game ${id}`),
    line: word('A line'),
    price: { of: 'gold', amount: 10 },
    dailyLimit: null,
    levelNeeded: 0,
    guaranteeEvery: null,
    mostAtOnce: 1,
    slots: [slotOf('five', { of: 'gold', amount: 5 }), slotOf('nothing', null)],
    ...of,
  }
}

export function slotOf(
  key: string,
  gift: GameRule['slots'][number]['gift'],
  of: Partial<GameRule['slots'][number]> = {},
): GameRule['slots'][number] {
  return { key, name: word(`Slot ${key}`), art: 'coins', gift, weight: 1, guaranteed: false, stock: null, ...of }
}

/** What an operator and a player do, by the functions and calls that they use. */
export function gameTable({ database, call }: BareWorld, clock: Clock) {
  const publish = (rule: GameRule) => database.inTransaction((db) => publishGame(db, rule, clock))
  const fund = (amount: number) =>
    database.inTransaction(async (db) => {
      await payInCapital(db, { amount, currency: 'USD' }, clock)
      await setAside(db, { code: 'prizes', amount, currency: 'USD' }, clock)
    })
  const table = async (token: string): Promise<Table & { items: Game[] }> =>
    (await call('game/box/list', { method: 'GET', token })).body.data as Table & { items: Game[] }
  /** The arguments of a draw, as a member who just looked at the table sends them. */
  const wantedOf = async (token: string, boxId: string, count = 1) => {
    const { items, seed } = await table(token)
    const game = items.find((it) => it.id === boxId)
    if (!game) throw new Error(`no game ${boxId}`)
    return {
      boxId,
      count,
      seedHash: seed.seedHash,
      memberSeed: 'chosen by me',
      odds: game.odds,
      expectedPrice: game.price.amount * count,
    }
  }
  const buy = async (token: string, args: object, key?: string) =>
    (await call('game/box/buy', { token, args, ...(key === undefined ? {} : { key }) })).body
  const play = async (token: string, boxId: string, count = 1) => {
    const { errno, errmsg, data } = await buy(token, await wantedOf(token, boxId, count))
    if (errno !== 0) throw new Error(`${boxId}: ${errno} ${errmsg}`)
    return data as Played
  }
  return { publish, fund, table, wantedOf, buy, play, give: (of: Given) => givePoints(database, of, clock) }
}

interface Given {
  memberId: string
  gold?: number
  lucky?: number
}

let given = 0

/** Gives points as a gift code would. */
export async function givePoints(database: Database, { memberId, gold = 0, lucky = 0 }: Given, clock: Clock) {
  for (const [code, asset, amount] of [['gold', 'GOLD', gold] as const, ['lucky', 'LUCKY', lucky] as const]) {
    if (amount === 0) continue
    given += 1
    const credit = { ownerId: memberId, code }
    const debit = house('mint')
    await post(database.kysely, [{ debit, credit, amount, asset, kind: 'gift_code', ref: `given ${given}` }], clock)
  }
}
