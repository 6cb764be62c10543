import type { CallPath } from '#protocol/calls.ts'
import { numberFormat } from '../../lib/intl.ts'
import type { StoredPart } from '../../cache/persistent/stored-answers.ts'

export type GroupName =
  | 'offers'
  | 'products'
  | 'wallets'
  | 'messages'
  | 'check-in'
  | 'games'
  | 'orders'
  | 'addresses'
  | 'member'
  | 'help'
  | 'others'

/** The path of a call, or its first segments with a slash at the end. */
type Beginning<P extends string = CallPath> = P extends `${infer Head}/${infer Rest}`
  ? P | `${Head}/` | `${Head}/${Beginning<Rest>}`
  : P

/** The first entry with which the path of a call begins decides. */
const beginnings: readonly [Beginning, GroupName][] = [
  ['g/user/', 'products'],
  ['g/vehicle/order/', 'products'],
  ['g/vehicle/position/', 'offers'],
  ['g/account/', 'wallets'],
  ['goods/rechargeGoods', 'wallets'],
  ['currency/', 'wallets'],
  ['order/wallet/', 'wallets'],
  ['g/contract/', 'wallets'],
  ['capital/', 'wallets'],
  ['Profit/', 'wallets'],
  ['card/', 'wallets'],
  ['g/goods/withdrawInfo', 'wallets'],
  ['g/order/', 'orders'],
  ['integral/order/', 'orders'],
  ['integral/goods/', 'offers'],
  ['v2/pointMall/', 'offers'],
  ['g/goods/', 'offers'],
  ['home/', 'offers'],
  ['v2/etel/', 'offers'],
  ['etel/', 'offers'],
  ['mallNotice/', 'messages'],
  ['game/sign', 'check-in'],
  ['game/', 'games'],
  ['lottery/', 'games'],
  ['pool/', 'games'],
  ['user/', 'member'],
  ['goods/level/', 'member'],
  ['g/coupon/', 'wallets'],
  ['address/', 'addresses'],
  ['region/', 'addresses'],
  ['nio/country/', 'addresses'],
  ['help/', 'help'],
  ['customer/', 'help'],
]

export interface KeptGroup {
  name: GroupName
  size: number
  /** The time of the newest answer of the group, in milliseconds since 1970. */
  at: number
  /** The number of list entries in the group; 0 where it has no lists. */
  entries: number
}

/** The stored answers, grouped under names that members know; the largest group first. */
export function groupsOf(parts: readonly StoredPart[]): KeptGroup[] {
  const groups = new Map<GroupName, KeptGroup>()
  for (const { path, size, at, entries = 0 } of parts) {
    const name = beginnings.find(([start]) => path.startsWith(start))?.[1] ?? 'others'
    const group = groups.get(name) ?? { name, size: 0, at: 0, entries: 0 }
    groups.set(name, { name, size: group.size + size, at: Math.max(group.at, at), entries: group.entries + entries })
  }
  return [...groups.values()].toSorted((a, b) => b.size - a.size)
}

const units = [
  ['kilobyte', 1e3],
  ['megabyte', 1e6],
  ['gigabyte', 1e9],
] as const

/** Bytes as text: `12 kB`, `3.4 MB`, `10.7 GB`. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, one] = units.findLast((it) => bytes >= it[1]) ?? units[0]
  const isSmall = unit === 'kilobyte'
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? Math.ceil(bytes / one) : bytes / one)
}
