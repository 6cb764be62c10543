import type { CallPath } from '#protocol/calls.ts'

/** Where an answer is kept between visits, and how long it counts as fresh (docs/offline.md, "Reading"). */
export interface Placement {
  /**
   * - `boot`: localStorage, read before the first frame; only what that frame shows.
   * - `persistent`: the member's database, read when a screen asks.
   * - `none`: asked for every time, because yesterday's would mislead (a price just before paying, a puzzle).
   *
   * Messages, bills and orders are stored entry by entry besides (`long-lists.ts`), so that all of them can be
   * searched.
   */
  cache: 'boot' | 'persistent' | 'none'
  /** Milliseconds during which another screen shows the answer without fetching it again. */
  staleTime: number
}

/** The most that is stored for one member. Above that, the least recently used answers are removed. */
export const caps = {
  /** Bytes of JSON in localStorage: it is read and parsed before the first frame. */
  boot: 100_000,
  /** Bytes of JSON in the database. */
  persistent: 20_000_000,
  /** Bytes of street tiles in a database of their own. */
  streets: 30_000_000,
  /** Entries of one long list that are fetched unasked; whoever scrolls further stores more. */
  list: 20_000,
} as const

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** For every read that isn't listed: stored in the member's database, fetched afresh by each screen that opens. */
const usual: Placement = { cache: 'persistent', staleTime: 15 * second }

const placements: Readonly<Partial<Record<CallPath, Placement>>> = {
  'sysconfig/getLoginConfig': { cache: 'boot', staleTime: 10 * minute },
  'sysconfig/getExamineStatus': { cache: 'boot', staleTime: 5 * minute },
  'user/info': { cache: 'boot', staleTime: minute },
  'g/account/info': { cache: 'boot', staleTime: 15 * second },
  'home/indexV3': { cache: 'boot', staleTime: minute },
  'g/user/goods/total': { cache: 'boot', staleTime: 15 * second },

  'goods/level/list': { cache: 'persistent', staleTime: hour },
  'region/getRegion': { cache: 'persistent', staleTime: hour },
  'nio/country/list': { cache: 'persistent', staleTime: hour },
  'card/type/list': { cache: 'persistent', staleTime: hour },
  'capital/bank': { cache: 'persistent', staleTime: hour },
  'currency/all': { cache: 'persistent', staleTime: hour },
  'help/list': { cache: 'persistent', staleTime: hour },
  'help/info': { cache: 'persistent', staleTime: hour },
  'v2/etel/plan/category/getCategoryTree': { cache: 'persistent', staleTime: 10 * minute },
  'v2/operator/list': { cache: 'persistent', staleTime: 10 * minute },

  // The operator moves an order at any time, and a message about it leads here.
  'integral/order/list': { cache: 'persistent', staleTime: 0 },

  captcha: { cache: 'none', staleTime: 0 },
  'answer/info': { cache: 'none', staleTime: 0 },
  'answer/next': { cache: 'none', staleTime: 0 },
  'order/draft/generate': { cache: 'none', staleTime: 0 },
  'order/draft/info/{id}': { cache: 'none', staleTime: 0 },
  'order/getPrepayType': { cache: 'none', staleTime: 0 },
  'order/payInfo': { cache: 'none', staleTime: 0 },
  'Profit/calculate': { cache: 'none', staleTime: 0 },
  'Profit/check/capital': { cache: 'none', staleTime: 0 },
  'push/key': { cache: 'none', staleTime: 0 },
}

/** Where the answers of a call are kept, by its path; the usual placement for paths that this version doesn't know. */
export function placementOf(path: string): Placement {
  return placements[path as CallPath] ?? usual
}

/** The calls whose answers are in the boot cache. */
export const bootPaths: readonly string[] = Object.keys(placements).filter((path) => placementOf(path).cache === 'boot')

const everybodys: readonly string[] = [
  'sysconfig/getExamineStatus',
  'sysconfig/getLoginConfig',
] satisfies readonly CallPath[]

/** True for answers of the boot cache that are the same whoever asks: signing in or out doesn't make them wrong. */
export function isEverybodys(path: string): boolean {
  return everybodys.includes(path)
}
