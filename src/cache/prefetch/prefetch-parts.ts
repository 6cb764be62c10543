import type { QueryClient } from '@tanstack/react-query'
import { addressList, defaultAddress, regionList } from '#protocol/addresses.ts'
import { userInfo } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { moneyTotals } from '#protocol/books.ts'
import { bankList, bindCardList, cardTypeList } from '#protocol/cards.ts'
import { contractBills, contractInfo } from '#protocol/contracts.ts'
import { deviceList } from '#protocol/devices.ts'
import { depositList } from '#protocol/deposits.ts'
import { boxBills, boxJackpots, boxList, lotteryInfo, lotteryJackpots, poolLight, poolRecord } from '#protocol/games.ts'
import { appVersion } from '#protocol/headers.ts'
import { operatorRecharges } from '#protocol/home.ts'
import { chargingPositions, machinePositions, streets, vehiclePositions } from '#protocol/locations.ts'
import { vehicleOrderTotal } from '#protocol/orders.ts'
import { levelList } from '#protocol/levels.ts'
import { agreementList, helpArticle, helpList, type ArticleCard } from '#protocol/news.ts'
import { passkeyList } from '#protocol/passkeys.ts'
import {
  pointMall,
  pointsCategories,
  pointsGoodsDetail,
  pointsGoodsList,
  type PointsGoods,
} from '#protocol/pointsmall.ts'
import {
  goodsList,
  userGoodsDetail,
  userGoodsList,
  userGoodsTotal,
  userVehicleList,
  userVehicleSelect,
  userVehicleShares,
  type UnitCard,
} from '#protocol/products.ts'
import { signList, signNumber } from '#protocol/rewards.ts'
import {
  countryList,
  customerService,
  dictTree,
  examineStatus,
  optionAll,
  pushChoice,
  settingMore,
  settingSingle,
} from '#protocol/settings.ts'
import { earningsStats, sessionLine } from '#protocol/statistics.ts'
import { invitationRewards, teamList, teamRechargeTotal, teamTotal } from '#protocol/team.ts'
import { accountInfo, couponList, currencyList, rechargeGoods, withdrawInfo, withdrawalRule } from '#protocol/wallet.ts'
import type { Clock } from '../../lib/clock.ts'
import { isForgotten } from '../persistent/list-state.ts'
import { isFresh, piecesOf, quietly, type Stored } from './pieces.ts'
import type { Part } from './prefetch.ts'
import { visitorPartsFor } from './visitor-parts.ts'
import {
  billHistory,
  drawHistory,
  messageHistory,
  orderHistory,
  pointsOrderHistory,
  type LongList,
} from '../persistent/long-lists.ts'
import { hasMore } from '../persistent/synced-list.ts'
import { infiniteReadOf, readOf } from '../read-of.ts'
import { isPictureKept } from '../pictures.ts'
import { caps } from '../placement.ts'

/**
 * The parts of the offline prefetch, under the query keys of the screens. `facts` tells which answers are stored
 * already, and `read` gets one of them.
 */
export function prefetchPartsFor(client: QueryClient, stored: Stored, isMember: boolean, clock: Clock): Part[] {
  const { one, detail, all, newest, part, entriesOf } = piecesOf(client, stored, clock)
  const newestOffers = infiniteReadOf(goodsList, { sort: 'newest', limit: 100 })
  const mall = infiniteReadOf(pointsGoodsList, { limit: 100 })
  const units = infiniteReadOf(userGoodsList, {})
  const areNewsOff = client
    .getQueryData(readOf(examineStatus, { version: appVersion }).queryKey)
    ?.switchedOff.includes('news')
  // The server then refuses a list with news in it.
  const news = infiniteReadOf(helpList, { ...(areNewsOff && { kind: 'help' as const }), limit: 100 })

  async function profile() {
    const read = readOf(userInfo, {})
    return (client.getQueryData(read.queryKey) ?? (await client.fetchQuery(quietly(read)))).userInfo
  }

  const everyone: Part[] = [
    ...visitorPartsFor(client, stored, clock),
    part('newest offers', () => [all(newestOffers)]),
    part('points mall', () => [one(readOf(pointsCategories, {})), one(readOf(pointMall, { limit: 4 })), all(mall)]),
    part(
      'points mall in full',
      async () => (await entriesOf<PointsGoods>(mall)).map(({ id }) => detail(readOf(pointsGoodsDetail, { id }))),
      true,
    ),
    part('map', () => [one(readOf(machinePositions, {})), one(readOf(streets, {}))]),
    part('levels', () => [one(readOf(levelList, { type: 2 }))]),
    part('countries and choices', () => [one(readOf(countryList, {})), one(readOf(dictTree, {}))]),
    part('books', () => [one(readOf(moneyTotals, {})), newest(infiniteReadOf(operatorRecharges, { returns: 'yes' }))]),
    part('news', () => [
      all(news),
      one(readOf(customerService, {})),
      ...['agreement', 'privacy', 'contract', 'risks'].map((id) => one(readOf(helpArticle, { id }))),
    ]),
    part(
      'news in full',
      async () => (await entriesOf<ArticleCard>(news)).map(({ id }) => detail(readOf(helpArticle, { id }))),
      true,
    ),
  ]
  if (!isMember) return everyone
  return [
    ...everyone,
    part('account', () => [
      one(readOf(userInfo, {})),
      one(readOf(accountInfo, {})),
      one(readOf(pushChoice, {})),
      one(readOf(deviceList, {})),
      one(readOf(passkeyList, {})),
      one(readOf(agreementList, {})),
      one(readOf(settingSingle, { key: 'countsUsage' })),
      one(readOf(settingMore, { keys: 'operatorName,operatorZone' })),
      all(infiniteReadOf(couponList, { status: 0 })),
      all(infiniteReadOf(depositList, {})),
    ]),
    part('products', () => [
      one(readOf(userGoodsTotal, {})),
      all(units),
      one(readOf(userGoodsList, { status: 'active', onePerMachine: true, limit: 12 })),
      newest(infiniteReadOf(userVehicleList, {})),
      newest(infiniteReadOf(userGoodsList, { kind: 'pile' })),
      one(readOf(userVehicleSelect, {})),
    ]),
    part('machines', () => [one(readOf(vehiclePositions, {})), one(readOf(chargingPositions, {}))]),
    part(
      'products in full',
      async () =>
        (await entriesOf<UnitCard>(units)).flatMap(({ id }) => [
          detail(readOf(userGoodsDetail, { id })),
          detail(readOf(vehicleOrderTotal, { unitId: id })),
          newest(infiniteReadOf(userVehicleShares, { unitId: id, limit: 50 })),
        ]),
      true,
    ),
    part('statistics', () => [one(readOf(earningsStats, {})), one(readOf(sessionLine, {}))]),
    part('check-in', async () => {
      const number = readOf(signNumber, {})
      const { today } = client.getQueryData(number.queryKey) ?? (await client.fetchQuery(quietly(number)))
      return [one(number), one(readOf(signList, { month: today.slice(0, 7) }))]
    }),
    part('games', () => [
      one(readOf(lotteryInfo, { kind: 'gold' })),
      one(readOf(lotteryInfo, { kind: 'lucky' })),
      one(readOf(boxList, { kind: 'box' })),
      one(readOf(boxList, { kind: 'second box' })),
    ]),
    part('cards and withdrawing', () => [
      one(readOf(bindCardList, {})),
      one(readOf(bankList, {})),
      one(readOf(cardTypeList, {})),
      one(readOf(withdrawInfo, {})),
      one(readOf(withdrawalRule, {})),
    ]),
    part('topping up and pay', () => [
      one(readOf(rechargeGoods, {})),
      one(readOf(currencyList, {})),
      one(readOf(contractInfo, {})),
      all(infiniteReadOf(contractBills, {})),
    ]),
    part('team', () => [
      one(readOf(teamTotal, {})),
      one(readOf(teamRechargeTotal, {})),
      all(infiniteReadOf(teamList, { limit: 100 })),
      all(infiniteReadOf(invitationRewards, { limit: 100 })),
    ]),
    part('prizes', () => [
      all(infiniteReadOf(boxBills, { won: true, status: 0, limit: 100 })),
      ...([1, 2] as const).map((status) => newest(infiniteReadOf(boxBills, { won: true, status, limit: 100 }))),
      one(readOf(boxJackpots, {})),
      one(readOf(lotteryJackpots, {})),
      newest(infiniteReadOf(poolRecord, { limit: 100 })),
      one(readOf(poolLight, {})),
    ]),
    part('addresses', () => [one(readOf(addressList, {})), one(readOf(defaultAddress, {}))]),
    part(
      'regions',
      async () => {
        const { country } = await profile()
        return [one(readOf(regionList, { country })), one(readOf(optionAll, { countryId: country }))]
      },
      true,
    ),
    pictureOf(profile),
    ...[
      ['messages', messageHistory],
      ['bills', billHistory],
      ['orders', orderHistory],
      ['draws', drawHistory],
      ['points orders', pointsOrderHistory],
    ].flatMap(([name, list]) => longList(client, clock, name as string, list as LongList<unknown>)),
  ]
}

/** The member's own picture, which the worker keeps once it was loaded. */
function pictureOf(profile: () => Promise<Answer<typeof userInfo>['userInfo']>): Part {
  return {
    name: 'picture',
    isHeavy: true,
    isDetail: true,
    async missing() {
      const { avatarUrl } = await profile()
      const store = globalThis.caches as CacheStorage | undefined
      if (avatarUrl === null || !store || (await isPictureKept(avatarUrl, store))) return []
      return [
        async () => {
          new Image().src = avatarUrl
        },
      ]
    },
  }
}

/** The newest entries on any line, everything before them on one that costs nothing. */
function longList(
  client: QueryClient,
  clock: Clock,
  name: string,
  { query, readOlder, facts, hasNewer }: LongList<unknown>,
): Part[] {
  const list = () => client.getQueryData(query.queryKey)
  const head = () => client.fetchQuery(quietly(query))
  return [
    {
      name,
      isHeavy: false,
      isDetail: false,
      async missing(since) {
        const stored = list() ? undefined : await facts()
        const at = list() ? client.getQueryState(query.queryKey)?.dataUpdatedAt : stored?.state.at
        if (!isFresh(at, since, clock) || (stored && isForgotten(stored))) return [head]
        return stored ? [async () => ((await hasNewer(stored)) ? head() : undefined)] : []
      },
    },
    {
      name: `earlier ${name}`,
      isHeavy: true,
      isDetail: true,
      async missing() {
        const isMissing = () => {
          const it = list()
          return it !== undefined && hasMore(it) && it.items.length < caps.list
        }
        const stored = list() ? undefined : await facts()
        if (stored && !isForgotten(stored) && (stored.state.gaps.length === 0 || stored.count >= caps.list)) return []
        if (!list()) await head()
        return isMissing()
          ? [
              async () => {
                while (isMissing() && (await readOlder(true)));
              },
            ]
          : []
      },
    },
  ]
}

/** Has the next look read all messages again; until then what is here stays. */
export const forgetMessages = () => messageHistory.forgetPlaces()
