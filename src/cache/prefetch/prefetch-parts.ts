import { hashKey, type FetchQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
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
import {
  barrage,
  categoryIndex,
  categoryTree,
  homeIndex,
  openAdList,
  operatorList,
  operatorRecharges,
} from '#protocol/home.ts'
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
  goodsDetail,
  goodsList,
  goodsVehicleDetail,
  userGoodsDetail,
  userGoodsList,
  userGoodsTotal,
  userVehicleList,
  userVehicleSelect,
  userVehicleShares,
  type ProductCard,
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
import type { AnswerCache, AnswerFact } from '../persistent/answer-cache.ts'
import { isForgotten } from '../persistent/list-state.ts'
import type { Part } from './prefetch.ts'
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

type Work = () => Promise<unknown>
interface Page {
  items: readonly unknown[]
  next?: string
}

/** A page has at most a hundred entries; no catalogue needs more pages than this. */
const mostPages = 50
const quietly = <Q extends { queryKey: readonly unknown[]; meta?: FetchQueryOptions['meta'] | undefined }>(
  query: Q,
) => ({
  ...query,
  meta: { ...query.meta, mayWait: true },
  retry: false,
  // With 0, an answer from before the clock was set back would be taken for fresh.
  staleTime: -Infinity,
})

/** The parts that are fetched for a visitor. */
export const visitorParts: readonly string[] = ['home', 'categories', 'offers', 'offers in full']

/**
 * The parts of the offline prefetch, under the query keys of the screens. `facts` tells which answers are stored
 * already, and `read` gets one of them.
 */
export function prefetchPartsFor(
  client: QueryClient,
  { facts, read }: { facts: readonly AnswerFact[]; read: AnswerCache['read'] },
  isMember: boolean,
  clock: Clock,
): Part[] {
  const storedAt = new Map(facts.map(({ hash, at }) => [hash, at]))
  const isHere = (queryKey: readonly unknown[], since: number) =>
    isFresh(storedAt.get(hashKey(queryKey)), since, clock) ||
    isFresh(client.getQueryState(queryKey)?.dataUpdatedAt, since, clock)

  /** `query` comes from `readOf`; its types differ from call to call. */
  const one = (query: { queryKey: readonly unknown[] }) => ({
    key: query.queryKey,
    fetch: () => client.fetchQuery(quietly(query) as FetchQueryOptions),
  })
  /** A list in pages, from memory or the persistent cache. */
  const known = async (queryKey: readonly unknown[]) =>
    client.getQueryData<InfiniteData<Page>>(queryKey) ??
    ((await read(hashKey(queryKey)))?.data as InfiniteData<Page> | undefined)
  const isWhole = (pages: readonly Page[]) => pages.length >= mostPages || pages.at(-1)?.next === undefined
  const all = (query: { queryKey: readonly unknown[] }) => {
    const whole = () =>
      client.fetchInfiniteQuery({ ...quietly(query), pages: mostPages } as unknown as Parameters<
        QueryClient['fetchInfiniteQuery']
      >[0]) as Promise<InfiniteData<Page>>
    return {
      key: query.queryKey,
      fetch: async () => {
        const { pages } = await whole()
        // A screen that overtook this has asked for the first page alone.
        return isWhole(pages) ? { pages } : await whole()
      },
      // A screen may have stored its beginning alone.
      isCutOff: async () => !isWhole((await known(query.queryKey))?.pages ?? []),
    }
  }
  /** Its first page, or as many as are here. */
  const newest = (query: { queryKey: readonly unknown[] }) => ({
    key: query.queryKey,
    fetch: () =>
      client.fetchInfiniteQuery(quietly(query) as unknown as Parameters<QueryClient['fetchInfiniteQuery']>[0]),
  })
  type Piece = ReturnType<typeof one> & { isCutOff?: () => Promise<boolean> }

  const part = (name: string, pieces: () => readonly Piece[] | Promise<readonly Piece[]>, isDetail = false): Part => ({
    name,
    isHeavy: false,
    isDetail,
    async missing(since) {
      const them = await pieces()
      const isMissing = await Promise.all(
        them.map(async (it) => !isHere(it.key, since) || (await it.isCutOff?.()) === true),
      )
      return them.filter((_, place) => isMissing[place]).map(({ fetch }): Work => fetch)
    },
  })

  const catalogue = infiniteReadOf(goodsList, { limit: 100 })
  const newestOffers = infiniteReadOf(goodsList, { sort: 'newest', limit: 100 })
  const mall = infiniteReadOf(pointsGoodsList, { limit: 100 })
  const units = infiniteReadOf(userGoodsList, {})
  const areNewsOff = client
    .getQueryData(readOf(examineStatus, { version: appVersion }).queryKey)
    ?.switchedOff.includes('news')
  // The server then refuses a list with news in it.
  const news = infiniteReadOf(helpList, { ...(areNewsOff && { kind: 'help' as const }), limit: 100 })

  /** The entries of a list that another part has fetched, from memory or the persistent cache. */
  async function entriesOf<T>(list: { queryKey: readonly unknown[] }): Promise<T[]> {
    const { pages } = (await known(list.queryKey)) ?? (await all(list).fetch())
    return pages.flatMap((page) => page.items as readonly T[])
  }

  async function profile() {
    const read = readOf(userInfo, {})
    return (client.getQueryData(read.queryKey) ?? (await client.fetchQuery(quietly(read)))).userInfo
  }

  const everyone: Part[] = [
    part('home', () => [
      one(readOf(homeIndex, {})),
      one(readOf(barrage, {})),
      one(readOf(openAdList, {})),
      one(readOf(examineStatus, { version: appVersion })),
    ]),
    part('categories', () => [
      one(readOf(categoryTree, {})),
      one(readOf(operatorList, {})),
      ...(['labelCategory', 'aiCategory'] as const).map((positionCode) => one(readOf(categoryIndex, { positionCode }))),
    ]),
    part('offers', () => [all(catalogue)]),
    part('newest offers', () => [all(newestOffers)]),
    part('points mall', () => [one(readOf(pointsCategories, {})), one(readOf(pointMall, { limit: 4 })), all(mall)]),
    part(
      'points mall in full',
      async () => (await entriesOf<PointsGoods>(mall)).map(({ id }) => one(readOf(pointsGoodsDetail, { id }))),
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
      async () => (await entriesOf<ArticleCard>(news)).map(({ id }) => one(readOf(helpArticle, { id }))),
      true,
    ),
    part(
      'offers in full',
      async () =>
        (await entriesOf<ProductCard>(catalogue)).map(({ id, kind }) =>
          one(readOf(kind === 'vehicle' ? goodsVehicleDetail : goodsDetail, { id })),
        ),
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
          one(readOf(userGoodsDetail, { id })),
          one(readOf(vehicleOrderTotal, { unitId: id })),
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

/** What lies ahead is from before the clock was set back: nobody knows its age. */
function isFresh(at: number | undefined, since: number, clock: Clock): boolean {
  return at !== undefined && at >= since && at <= clock.now()
}
