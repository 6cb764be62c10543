import { readFileSync } from 'node:fs'
import type { InAll } from './in-all.ts'

/** Seeded goods of the points mall. Prices in gold coins, a coupon's amounts in minor units. */
export interface DemoGoods {
  slug: string
  category: string
  art: string
  kind: 'parcel' | 'coupon' | 'lucky balls'
  gives?:
    | { of: 'lucky'; amount: number }
    | { of: 'coupon'; type: 1 | 2; value: number; minimum: number; savesAtMost: number | null; days: number }
  points: number
  stock: number
  limit: number
  level: number
  name: InAll
  line: InAll
  description: InAll
}

interface DemoMall {
  categories: { id: string; art: string; name: InAll }[]
  goods: DemoGoods[]
}

/** A file per category, as the operator's `goods write` reads it too; a test checks that, and every language. */
const files = ['at-once', 'on-the-road', 'power-and-home'].map(
  (name) => JSON.parse(readFileSync(new URL(`demo-mall/${name}.json`, import.meta.url), 'utf8')) as DemoMall,
)

export const demoCategories = files.flatMap((it) => it.categories)

/** In the order in which members see them. */
export const demoGoods: readonly DemoGoods[] = files.flatMap((it) => it.goods)
