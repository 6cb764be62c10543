/**
 * Where an answer is kept between visits (docs/offline.md, "Reading"):
 * - `boot`: localStorage, read before the first frame; only what that frame shows;
 * - `store`: the member's database, read when a screen asks;
 * - `none`: asked for every time, because yesterday's would mislead (a price just before paying, a puzzle).
 * Messages, bills and orders are kept entry by entry besides (`long-lists.ts`), so that all of them open and can be searched.
 */
export type Shelf = 'boot' | 'store' | 'none'

export interface Place {
  shelf: Shelf
  /** Milliseconds during which a second screen takes the answer as it is. */
  staleTime: number
}

/** The most that each shelf holds for one member. Above it the answers go that were unused for longest. */
export const caps = {
  /** Bytes of JSON in localStorage: it is read and parsed before the first frame. */
  boot: 100_000,
  /** Bytes of JSON in the database. */
  store: 20_000_000,
  /** Entries of one long list that are fetched unasked; whoever scrolls further keeps more. */
  list: 20_000,
} as const

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Every read that isn't listed: kept in the member's database, fetched afresh by each screen that opens. */
const usual: Place = { shelf: 'store', staleTime: 15 * second }

const places: Readonly<Record<string, Place>> = {
  'sysconfig/getLoginConfig': { shelf: 'boot', staleTime: 10 * minute },
  'sysconfig/getExamineStatus': { shelf: 'boot', staleTime: 5 * minute },
  'user/info': { shelf: 'boot', staleTime: minute },
  'g/account/info': { shelf: 'boot', staleTime: 15 * second },
  'home/indexV3': { shelf: 'boot', staleTime: minute },
  'g/user/goods/total': { shelf: 'boot', staleTime: 15 * second },

  'goods/level/list': { shelf: 'store', staleTime: hour },
  'region/getRegion': { shelf: 'store', staleTime: hour },
  'nio/country/list': { shelf: 'store', staleTime: hour },
  'card/type/list': { shelf: 'store', staleTime: hour },
  'capital/bank': { shelf: 'store', staleTime: hour },
  'currency/all': { shelf: 'store', staleTime: hour },
  'help/list': { shelf: 'store', staleTime: hour },
  'help/info': { shelf: 'store', staleTime: hour },
  'v2/etel/plan/category/getCategoryTree': { shelf: 'store', staleTime: 10 * minute },
  'etel/plan/category/list': { shelf: 'store', staleTime: 10 * minute },

  captcha: { shelf: 'none', staleTime: 0 },
  'answer/info': { shelf: 'none', staleTime: 0 },
  'answer/next': { shelf: 'none', staleTime: 0 },
  'order/draft/generate': { shelf: 'none', staleTime: 0 },
  'order/draft/info/{id}': { shelf: 'none', staleTime: 0 },
  'order/getPrepayType': { shelf: 'none', staleTime: 0 },
  'order/payInfo': { shelf: 'none', staleTime: 0 },
  'Profit/calculate': { shelf: 'none', staleTime: 0 },
  'Profit/check/capital': { shelf: 'none', staleTime: 0 },
  'push/key': { shelf: 'none', staleTime: 0 },
}

/** The place of a read, by the path of its call. */
export function placeOf(path: string): Place {
  return places[path] ?? usual
}

/** The calls whose answers are on the boot shelf. */
export const bootPaths: readonly string[] = Object.keys(places).filter((path) => places[path]?.shelf === 'boot')

/** True for answers that are the same whoever asks, on the boot shelf: signing in or out doesn't make them wrong. */
export function isEverybodys(path: string): boolean {
  return path === 'sysconfig/getExamineStatus' || path === 'sysconfig/getLoginConfig'
}
