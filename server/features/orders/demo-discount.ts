import type { Db } from '../../db/open.ts'

/** Two per cent off from five units on, where the demonstration has no rule. A real operator gives nothing unasked. */
export async function seedDemoDiscount(db: Db): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: 'quantity_discount', value: JSON.stringify({ from: 5, bp: 200 }) })
    .onConflict((it) => it.column('name').doNothing())
    .execute()
}
