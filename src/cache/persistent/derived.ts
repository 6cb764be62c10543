import { hashKey } from '@tanstack/react-query'
import { isAffordable, spendableBalance } from '#protocol/affordable.ts'
import type { Answer } from '#protocol/call.ts'
import type { CallPath } from '#protocol/calls.ts'
import type { categoryTree } from '#protocol/home.ts'
import type { ProductCard, UnitCard } from '#protocol/products.ts'
import type { InvitationReward, TeamMember } from '#protocol/team.ts'
import type { accountInfo } from '#protocol/wallet.ts'
import type { StoredAnswer } from './answer-cache.ts'

type Read = (hash: string) => Promise<StoredAnswer | undefined>
type Derived = Pick<StoredAnswer, 'data' | 'at'>

/** The key of a read: the path of its call, its arguments, and whether it comes in pages. */
type ReadKey = readonly [path: CallPath, args: object, kind?: 'pages']

interface Pages<T> {
  pages: readonly { items: readonly T[]; next?: string }[]
}

const catalogue = ['g/goods/list', { limit: 100 }, 'pages'] as const satisfies ReadKey
const newest = ['g/goods/list', { sort: 'newest', limit: 100 }, 'pages'] as const satisfies ReadKey
const units = ['g/user/goods/list', {}, 'pages'] as const satisfies ReadKey
const vehicleOffers = 'g/goods/vehicle/list' satisfies CallPath
const vehicleUnits = 'g/user/vehicle/list' satisfies CallPath
const team = ['g/team/list', { limit: 100 }, 'pages'] as const satisfies ReadKey
const rewards = ['invitation/reward/record', { limit: 100 }, 'pages'] as const satisfies ReadKey
const balances = ['g/account/info', {}] as const satisfies ReadKey
const categories = ['v2/etel/plan/category/getCategoryTree', {}] as const satisfies ReadKey

/**
 * An answer computed from other stored answers, so that a filter which was never used opens without a network.
 * Undefined where the stored answers don't determine it.
 */
export async function derived(
  key: readonly unknown[],
  read: Read,
  known: (key: readonly unknown[]) => unknown,
): Promise<Derived | undefined> {
  const [path, args, kind] = key
  if (typeof args !== 'object' || args === null) return undefined
  const ofVehicles = { ...args, kind: 'vehicle' }
  if (path === catalogue[0] && kind === 'pages') return offers(args, read, known)
  if (path === vehicleOffers && kind === 'pages') return offers(ofVehicles, read, known)
  if (path === units[0]) return ownUnits(args, kind === 'pages', read)
  if (path === vehicleUnits) return ownUnits(ofVehicles, kind === 'pages', read)
  if (path === team[0] && kind === 'pages') return teamPart(args, read)
  if (path === rewards[0] && kind === 'pages') return rewardsPart(args, read)
  return undefined
}

async function offers(
  args: object,
  read: Read,
  known: (key: readonly unknown[]) => unknown,
): Promise<Derived | undefined> {
  const {
    categoryId,
    kind,
    sort = 'featured',
    affordable,
    ...rest
  } = args as { categoryId?: string; kind?: string; sort?: string; affordable?: boolean }
  if (Object.keys(rest).some((name) => name !== 'limit')) return undefined
  const sorted = sorts[sort]
  const all = await read(hashKey(sort === 'newest' ? newest : catalogue))
  if (!all || !isComplete(all) || !sorted) return undefined
  const leaves = categoryId === undefined ? undefined : await leavesOf(categoryId, read)
  const wallets = known(balances) as Answer<typeof accountInfo> | undefined
  if (affordable && !wallets) return undefined
  const fits = (it: ProductCard) => !affordable || !wallets || isAffordable(it, spendableBalance(wallets))
  const items = entriesOf<ProductCard>(all).filter(
    (it) => (!leaves || leaves.has(it.categoryId)) && (kind === undefined || it.kind === kind) && fits(it),
  )
  return onePage(sorted(items), all.at)
}

const sorts: Record<string, (items: readonly ProductCard[]) => readonly ProductCard[]> = {
  featured: (items) => items,
  // A list of its own has this order: a card doesn't say when it was first offered.
  newest: (items) => items,
  price: (items) => items.toSorted((a, b) => a.price - b.price),
  earned: (items) => items.toSorted((a, b) => (b.earnedLast30Days ?? -1) - (a.earnedLast30Days ?? -1)),
}

/** A category includes the products of its subcategories. */
async function leavesOf(categoryId: string, read: Read): Promise<Set<string>> {
  const tree = (await read(hashKey(categories)))?.data as Answer<typeof categoryTree> | undefined
  const children = tree?.items.find((it) => it.id === categoryId)?.children ?? []
  return new Set([categoryId, ...children.map((it) => it.id)])
}

async function ownUnits(args: object, isPaged: boolean, read: Read): Promise<Derived | undefined> {
  const { status, kind, onePerMachine, limit, ...rest } = args as {
    status?: string
    kind?: string
    onePerMachine?: boolean
    limit?: number
  }
  if (Object.keys(rest).length > 0 || (onePerMachine && status === undefined)) return undefined
  const all = await read(hashKey(units))
  if (!all || !isComplete(all)) return undefined
  const fitting = entriesOf<UnitCard>(all).filter(
    (it) => (status === undefined || it.status === status) && (kind === undefined || it.kind === kind),
  )
  // Units of one machine stand side by side, newest first: the last is the one held longest, as the server answers.
  const items = onePerMachine ? fitting.filter((it, at) => it.machineId !== fitting[at + 1]?.machineId) : fitting
  return isPaged ? onePage(items, all.at) : { data: { items: items.slice(0, limit) }, at: all.at }
}

async function teamPart(args: object, read: Read): Promise<Derived | undefined> {
  const { relation, valid, ...rest } = args as { relation?: string; valid?: boolean }
  if (Object.keys(rest).some((name) => name !== 'limit')) return undefined
  const all = await read(hashKey(team))
  if (!all || !isComplete(all)) return undefined
  const items = entriesOf<TeamMember>(all).filter(
    (it) => (relation === undefined || it.relation === relation) && (valid === undefined || it.valid === valid),
  )
  return onePage(items, all.at)
}

async function rewardsPart(args: object, read: Read): Promise<Derived | undefined> {
  const { received, ...rest } = args as { received?: boolean }
  if (Object.keys(rest).some((name) => name !== 'limit')) return undefined
  const all = await read(hashKey(rewards))
  const [first] = (all?.data as Pages<InvitationReward> | undefined)?.pages ?? []
  if (!all || !first || !isComplete(all)) return undefined
  const items = entriesOf<InvitationReward>(all).filter(
    (it) => received === undefined || (it.receivedAt !== null) === received,
  )
  // Every page carries the sums, whatever it lists.
  return onePage(items, all.at, first)
}

function isComplete(kept: StoredAnswer): boolean {
  return (kept.data as Pages<unknown>).pages.at(-1)?.next === undefined
}

function entriesOf<T>(kept: StoredAnswer): T[] {
  return (kept.data as Pages<T>).pages.flatMap((page) => page.items)
}

/** `page` is what stands beside the entries. */
function onePage(items: readonly unknown[], at: number, page: object = {}): Derived {
  return { data: { pages: [{ ...page, items, next: undefined }], pageParams: [undefined] }, at }
}
