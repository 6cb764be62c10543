import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { seedId } from '../../db/seed/seed-id.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { CategoryFile, GoodsFile } from './goods-file.ts'

/** Adds a category or changes its words; new ones come last. */
export async function writeCategory(db: Db, { id, art, name }: CategoryFile): Promise<void> {
  const row = { art, name: JSON.stringify(name) }
  await db
    .insertInto('pointsCategory')
    .values({ id, ...row, position: await nextPosition(db, 'pointsCategory') })
    .onConflict((it) => it.column('id').doUpdateSet(row))
    .execute()
}

/**
 * Adds goods, or changes those of the same slug: price and words hold from now on, orders keep what they had, and the
 * stock stays. Says whether they are new. Throws `bad_request` where the category is not known.
 */
export async function writeGoods(db: Db, { slug, ...file }: GoodsFile, clock: Clock): Promise<{ isNew: boolean }> {
  const category = await db.selectFrom('pointsCategory').select('id').where('id', '=', file.category).executeTakeFirst()
  if (!category) throw new DomainError('bad_request', { field: 'category', problem: `"${file.category}" is not known` })
  const row = {
    categoryId: file.category,
    name: JSON.stringify(file.name),
    line: JSON.stringify(file.line),
    description: JSON.stringify(file.description),
    art: file.art,
    kind: file.kind,
    gives: file.gives ? JSON.stringify(file.gives) : null,
    points: file.points,
    limitEach: file.limit,
    levelNeeded: file.level,
  }
  const known = await db
    .updateTable('pointsGoods')
    .set({ ...row, withdrawnAt: null })
    .where('slug', '=', slug)
    .returning('id')
    .executeTakeFirst()
  if (known) return { isNew: false }
  await db
    .insertInto('pointsGoods')
    .values({
      id: seedId('points-goods', slug),
      slug,
      ...row,
      stock: file.stock,
      position: await nextPosition(db, 'pointsGoods'),
      offeredFrom: instant(clock),
      withdrawnAt: null,
    })
    .execute()
  return { isNew: true }
}

/** Takes goods off the mall; orders of them go on. Throws `not_found`. */
export async function withdrawGoods(db: Db, slug: string, clock: Clock): Promise<void> {
  const row = await db
    .updateTable('pointsGoods')
    .set({ withdrawnAt: instant(clock) })
    .where('slug', '=', slug)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new DomainError('not_found')
}

/**
 * Adds pieces to the stock, or takes some away where `pieces` is negative, and gives what is left. Throws `not_found`,
 * and `goods_gone` where fewer are there.
 */
export async function addStock(db: Db, { slug, pieces }: { slug: string; pieces: number }): Promise<number> {
  const goods = await db
    .selectFrom('pointsGoods')
    .select(['id', 'stock'])
    .where('slug', '=', slug)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!goods) throw new DomainError('not_found')
  const stock = goods.stock + pieces
  if (stock < 0) throw new DomainError('goods_gone')
  await db.updateTable('pointsGoods').set({ stock }).where('id', '=', goods.id).execute()
  return stock
}

async function nextPosition(db: Db, table: 'pointsCategory' | 'pointsGoods'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}
