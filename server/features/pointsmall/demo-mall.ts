import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { demoCategories, demoGoods } from '../../db/seed/demo-mall-goods.ts'
import { writeCategory, writeGoods } from './stocking.ts'

/**
 * Puts the demonstration's goods into the mall. What is there stays as the operator left it, so a new version of the
 * app only brings what is missing. Safe to run in several processes at once.
 */
export async function seedDemoMall(db: Db, clock: Clock): Promise<void> {
  // A second process waits here, and then finds them.
  await sql`lock table points_goods in share row exclusive mode`.execute(db)
  const categories = new Set((await db.selectFrom('pointsCategory').select('id').execute()).map((it) => it.id))
  for (const it of demoCategories) if (!categories.has(it.id)) await writeCategory(db, it)
  const known = new Set((await db.selectFrom('pointsGoods').select('slug').execute()).map((it) => it.slug))
  for (const it of demoGoods) if (!known.has(it.slug)) await writeGoods(db, it, clock)
}
