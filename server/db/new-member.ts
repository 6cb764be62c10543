import type { Insertable } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts a member with the row that finds them by their phone, in one statement. False, and nothing is inserted, where
 * the phone has an account: who registers it at the same time is waited for.
 */
export async function insertMember(
  db: Db,
  { id, phone, ...member }: Insertable<Schema['member']> & { id: string },
): Promise<boolean> {
  const columns = Object.keys(member) as (keyof typeof member)[]
  const made = await db
    .with('held', (it) =>
      it
        .insertInto('memberPhone')
        .values({ phone, memberId: id })
        .onConflict((conflict) => conflict.column('phone').doNothing())
        .returning(['memberId', 'phone']),
    )
    .insertInto('member')
    .columns(['id', 'phone', ...columns])
    .expression((it) =>
      it
        .selectFrom('held')
        .select((eb) => ['memberId', 'phone', ...columns.map((name) => eb.val(member[name]).as(name))]),
    )
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}
