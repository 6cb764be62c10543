import { isAffordable } from '#protocol/affordable.ts'
import type { Category } from '#protocol/home.ts'
import type { ProductCard } from '#protocol/products.ts'
import { earnedForPrice } from '../../entities/chosen-offers.ts'
import type { kinds, sorts } from './mall-search.ts'

export interface ProductFilter {
  text: string
  kind: (typeof kinds)[number]
  sort: (typeof sorts)[number]
  /** The balance that can be spent, in minor units. While it is undefined, no product is left out. */
  balance: number | undefined
  /** The operator of the machines; undefined for all operators. */
  operator?: string | undefined
}

/**
 * The products on this device that match the filter, with or without a network. `featured` keeps the operator's order.
 */
export function shownProducts(
  products: readonly ProductCard[],
  { text, kind, sort, balance, operator }: ProductFilter,
): ProductCard[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const fitting = products.filter(
    (it) =>
      (operator === undefined || it.operatorId === operator) &&
      fitsKind(it, kind, balance) &&
      words.every((word) => searchedText(it).includes(word)),
  )
  if (sort === 'price') return fitting.toSorted((a, b) => a.price - b.price)
  if (sort === 'earned') return fitting.toSorted((a, b) => (b.earnedLast30Days ?? -1) - (a.earnedLast30Days ?? -1))
  if (sort === 'rate') return fitting.toSorted((a, b) => (earnedForPrice(b) ?? -1) - (earnedForPrice(a) ?? -1))
  return fitting
}

/** Products by category, in the order of the tree; products of no known category come last, without a category. */
export function byCategory(
  products: readonly ProductCard[],
  tree: readonly (Category & { children?: readonly Category[] })[],
): { category: Category | undefined; products: ProductCard[] }[] {
  const leaves = tree.flatMap((it) => (it.children && it.children.length > 0 ? [it, ...it.children] : [it]))
  const known = new Set(leaves.map((it) => it.id))
  return [
    ...leaves.map((category) => ({ category, products: products.filter((it) => it.categoryId === category.id) })),
    { category: undefined, products: products.filter((it) => !known.has(it.categoryId)) },
  ].filter((group) => group.products.length > 0)
}

function fitsKind(product: ProductCard, kind: ProductFilter['kind'], balance: number | undefined): boolean {
  if (kind === 'affordable') return balance === undefined || isAffordable(product, balance)
  return kind === 'all' || product.kind === kind
}

function searchedText({ name, edition, categoryId, deviceNumber, place = '' }: ProductCard): string {
  return plain(`${name} ${edition} ${categoryId} ${deviceNumber} ${place}`)
}

/** Lower case without accents, so that "becak" and "Bécak" are found alike. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
