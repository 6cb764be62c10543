import { sql } from 'kysely'
import * as v from 'valibot'
import { StartError } from '../start-error.ts'
import type { Db } from './open.ts'
import { settingOf } from './settings.ts'

const name = 'is_demonstration'

/**
 * A database is a demonstration's or real members' from its first start on. Throws a StartError where the other is
 * started: made-up members, money and revenue would stand among real ones, or be paid out.
 */
export async function rejectOtherKind(db: Db, isDemo: boolean): Promise<void> {
  const known = await settingOf(db, name, v.boolean())
  if ((known ?? (await kindOfBefore(db)) ?? isDemo) !== isDemo)
    throw new StartError(
      isDemo
        ? 'DEMO=1, and this database is of real members: a demonstration would add made-up members, money and revenue to it. Set DEMO=0, or name another DATA_DIR or DATABASE_URL for the demonstration'
        : 'DEMO=0, and this database is a demonstration: its member, whose password everybody knows, its money and its revenue are made up. Name another DATA_DIR or DATABASE_URL for real members, or set DEMO=1',
    )
  if (known === undefined)
    await db
      .insertInto('setting')
      .values({ name, value: JSON.stringify(isDemo) })
      .onConflict((it) => it.column('name').doNothing())
      .execute()
}

/** What a database is that an earlier server made; undefined where it has no member. */
async function kindOfBefore(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ hasMembers: boolean; isDemo: boolean }>`
    select exists (select 1 from member) as has_members, exists (select 1 from member where is_demo) as is_demo`.execute(
    db,
  )
  return rows[0]?.hasMembers ? rows[0].isDemo : undefined
}
