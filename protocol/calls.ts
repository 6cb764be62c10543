import * as addresses from './addresses.ts'
import * as auth from './auth.ts'
import * as books from './books.ts'
import type { Call } from './call.ts'
import * as cards from './cards.ts'
import * as contracts from './contracts.ts'
import * as deposits from './deposits.ts'
import * as devices from './devices.ts'
import * as feed from './feed.ts'
import * as games from './games.ts'
import * as home from './home.ts'
import * as levels from './levels.ts'
import * as locations from './locations.ts'
import * as messages from './messages.ts'
import * as news from './news.ts'
import * as passkeys from './passkeys.ts'
import * as orders from './orders.ts'
import * as pointsmall from './pointsmall.ts'
import * as products from './products.ts'
import * as reads from './reads.ts'
import * as rewards from './rewards.ts'
import * as salary from './salary.ts'
import * as settings from './settings.ts'
import * as statistics from './statistics.ts'
import * as team from './team.ts'
import * as wallet from './wallet.ts'
import type { WalletRead } from './wallet-reads.ts'

const areas = {
  addresses,
  auth: { ...auth, ...devices, ...passkeys },
  cards,
  contracts,
  feed,
  games,
  home,
  levels,
  locations,
  messages,
  news,
  orders,
  pointsmall,
  products,
  reads,
  rewards,
  salary,
  settings,
  statistics,
  team,
  wallet: { ...wallet, ...deposits, ...books },
}

type Areas = typeof areas
type CallsOf<Area> = Extract<Area[keyof Area], Call>
type Declared = { [A in keyof Areas]: CallsOf<Areas[A]> }[keyof Areas]

/** Every call's path. A path in `invalidates` that is no call's is an error here, which names it. */
export type CallPath = Holding<Declared['path'], Declared['invalidates'][number] | WalletRead>
type Holding<All extends string, _Some extends All> = All

export type AreaName = keyof Areas
export interface Gathered {
  /** Every call by its path (`{name}` unfilled), those of the specification (section 7) and ours. */
  calls: { readonly [C in Declared as C['path']]: C }
  /** The area whose file declares the call, by path. */
  areaOf: Readonly<Record<CallPath, AreaName>>
}

/** The whole table. Only what must know every call imports it: screens take their calls from the area's file. */
export const { calls, areaOf } = gather(areas) as unknown as Gathered

/** Finds the calls among what areas export. Throws where two share a path: one would silently answer for the other. */
export function gather(from: Readonly<Record<string, object>>): {
  calls: Record<string, Call>
  areaOf: Record<string, string>
} {
  const calls: Record<string, Call> = {}
  const areaOf: Record<string, string> = {}
  for (const [area, exported] of Object.entries(from)) {
    for (const it of Object.values(exported).filter(isCall)) {
      if (calls[it.path]) throw new Error(`declared twice: ${it.path} in ${areaOf[it.path]} and ${area}`)
      calls[it.path] = it
      areaOf[it.path] = area
    }
  }
  return { calls, areaOf }
}

function isCall(it: unknown): it is Call {
  return typeof it === 'object' && it !== null && 'path' in it && 'method' in it
}
