import type { Insertable } from 'kysely'
import type { Db } from './open.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts a member with the rows that find them by their phone and their invitation code, in one statement. False, and
 * nothing is inserted, where the phone has an account: who registers it at the same time is waited for.
 */
export async function insertMember(
  db: Db,
  { id, phone, invitationCode, ...member }: Insertable<Schema['member']> & { id: string },
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
    .with('coded', (it) =>
      it
        .insertInto('invitationCode')
        .columns(['code', 'memberId'])
        .expression(it.selectFrom('held').select((eb) => [eb.val(invitationCode).as('code'), 'memberId'])),
    )
    .with('made', (it) =>
      it
        .insertInto('member')
        .columns(['id', 'phone', 'invitationCode', ...columns])
        .expression(
          it
            .selectFrom('held')
            .select((eb) => [
              'memberId',
              'phone',
              eb.val(invitationCode).as('invitationCode'),
              ...columns.map((name) => eb.val(member[name]).as(name)),
            ]),
        )
        .returning('id'),
    )
    // A distributed PostgreSQL takes no insert from a part of the statement, unless it is a part itself.
    .selectFrom('made')
    .select('id')
    .executeTakeFirst()
  return made !== undefined
}
