import { sql } from 'kysely'
import type { Category } from '#protocol/home.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import type { LocalizedText } from '../../db/schema.ts'
import { localized } from '../../db/localized.ts'
import type { Context } from '../../http/handler.ts'

export type Branch = Category & { parentId: string | null; isAi: boolean }
export type Tree = Category & { children: Category[] }

/** Every category in the operator's order, with how many products are on offer in it and below it. */
export async function categoriesOf({
  db,
  clock,
  language,
}: Pick<Context, 'db' | 'clock' | 'language'>): Promise<Branch[]> {
  const rows = await counted(db, instant(clock))
  return rows.map(({ name, ...row }) => ({ ...row, name: localized(language, name) }))
}

async function counted(db: Db, asOf: string): Promise<(Omit<Branch, 'name'> & { name: LocalizedText })[]> {
  const { rows } = await sql<Omit<Branch, 'name'> & { name: LocalizedText }>`
    select c.id, c.parent_id, c.kind, c.name, c.art, c.is_ai, count(p.id)::int as products
    from category c
    left join category below on below.id = c.id or below.parent_id = c.id
    left join product p on p.category_id = below.id and p.offer = 'open' and p.offered_from <= ${asOf}
    group by c.id order by c.position`.execute(db)
  return rows
}

/** Categories that hold products themselves. */
export function leavesOf(all: readonly Branch[]): Branch[] {
  const parents = new Set(all.map((it) => it.parentId))
  return all.filter((it) => !parents.has(it.id))
}

export function rootsOf(all: readonly Branch[]): Branch[] {
  return all.filter((it) => it.parentId === null)
}

export function treesOf(all: readonly Branch[], roots = rootsOf(all)): Tree[] {
  return roots.map((root) => ({ ...root, children: all.filter((it) => it.parentId === root.id) }))
}
