import {
  boxBills,
  boxBuy,
  boxJackpots,
  boxList,
  boxReceipt,
  drawDetail,
  lotteryInfo,
  lotteryJackpots,
  lotteryOpen,
  lotteryReceipt,
  playLimits,
  poolLight,
  poolReceipt,
  poolRecord,
  seedRenew,
} from '#protocol/games.ts'
import type { GameKind } from '../../db/game-schema.ts'
import { keyringOf } from '../../db/keyring.ts'
import { translatorFor } from '../../db/terms.ts'
import { DomainError } from '../../http/domain-error.ts'
import { handle, memberOf, type Context, type Handler } from '../../http/handler.ts'
import { inviteGoldCoins } from '../auth/rules.ts'
import { drawRows, drawsPage, shownDraws } from './draws.ts'
import type { Words } from './games.ts'
import { saveLimits } from './limits.ts'
import { play } from './playing.ts'
import { poolPage, receiveShare } from './pool.ts'
import { receivePrize } from './receiving.ts'
import { renewSeed } from './seeds.ts'
import { tableOf } from './table.ts'
import { jackpotsOf, latestPrizes } from './winners.ts'

const boxes = ['box', 'second box'] as const
const lotteries = ['gold lottery', 'lucky lottery'] as const
const lotteryOf = { gold: 'gold lottery', lucky: 'lucky lottery' } as const

const list = handle(boxList, async (context, { kind }) => {
  const { games, ...table } = await tableFor(context, kind === undefined ? boxes : [kind])
  return { items: games, ...table }
})

const lottery = handle(lotteryInfo, async (context, { kind }) => {
  const {
    games: [game],
    ...table
  } = await tableFor(context, [lotteryOf[kind]])
  if (!game) throw new DomainError('not_found')
  return { game, ...table, inviteGoldCoins }
})

const buy = handle(boxBuy, async (context, { boxId: gameId, ...seen }) =>
  play(
    context.db,
    ring(context),
    { ...seen, ...own(context), kinds: boxes, gameId },
    await words(context),
    context.clock,
  ),
)

const open = handle(lotteryOpen, async (context, { kind, ...seen }) =>
  play(
    context.db,
    ring(context),
    { ...seen, ...own(context), kinds: [lotteryOf[kind]], count: 1 },
    await words(context),
    context.clock,
  ),
)

const bills = handle(boxBills, async (context, args) =>
  drawsPage(context.db, memberOf(context), args, await words(context)),
)

const detail = handle(drawDetail, async (context, { drawId }) => {
  const rows = drawRows(context.db, memberOf(context)).where('draw.id', '=', drawId)
  const [draw] = await shownDraws(context.db, await rows.execute(), await words(context))
  if (!draw) throw new DomainError('not_found')
  return draw
})

const receive = async (context: Context, kinds: readonly GameKind[], { drawId }: { drawId: string }) =>
  receivePrize(context.db, { ...own(context), drawId, kinds }, await words(context), context.clock)

const receiveBox = handle(boxReceipt, (context, args) => receive(context, boxes, args))

const receiveLottery = handle(lotteryReceipt, (context, args) => receive(context, lotteries, args))

const renew = handle(seedRenew, (context, { seedHash }) =>
  renewSeed(context.db, ring(context), { ...own(context), seedHash }, context.clock),
)

const limits = handle(playLimits, (context, { daily, pause = false }) =>
  saveLimits(context.db, { ...own(context), daily, pause }, context.clock),
)

const boxTops = handle(boxJackpots, async (context) => ({
  items: await jackpotsOf(context.db, boxes, await words(context)),
}))

const lotteryTops = handle(lotteryJackpots, async (context, { kind }) => ({
  items: await jackpotsOf(context.db, kind === undefined ? lotteries : [lotteryOf[kind]], await words(context)),
}))

const pool = handle(poolRecord, (context, args) =>
  poolPage(context.db, ring(context), { ...own(context), ...args }, context.clock),
)

const light = handle(poolLight, async (context) => latestPrizes(context.db, await words(context)))

const receivePool = handle(poolReceipt, (context, { shareId }) =>
  receiveShare(context.db, { ...own(context), shareId }, context.clock),
)

const ring = (context: Context) => keyringOf(context.config)

const own = (context: Context) => ({ memberId: memberOf(context) })

async function words({ db, language }: Context): Promise<Words> {
  return { language, translate: await translatorFor(db, language) }
}

async function tableFor(context: Context, kinds: readonly GameKind[]) {
  return await tableOf(
    context.db,
    ring(context),
    { ...own(context), kinds, words: await words(context) },
    context.clock,
  )
}

export const gamesCalls: readonly Handler[] = [
  list,
  lottery,
  buy,
  open,
  bills,
  detail,
  receiveBox,
  receiveLottery,
  renew,
  limits,
  boxTops,
  lotteryTops,
  pool,
  light,
  receivePool,
]
