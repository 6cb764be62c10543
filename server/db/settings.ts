import * as v from 'valibot'
import type { Db } from './open.ts'

/** A value the operator set, or undefined where none is. Throws when it has not the shape that is asked for. */
export async function settingOf<S extends v.GenericSchema>(
  db: Db,
  name: string,
  shape: S,
): Promise<v.InferOutput<S> | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row && v.parse(shape, row.value)
}

/** The zone of the operator's days and weeks. */
export async function zoneOfOperator(db: Db): Promise<string> {
  return (await settingOf(db, 'operator_zone', v.string())) ?? 'UTC'
}

/** Sets it, for every process from its next look on. */
export async function setSetting(db: Db, name: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value) }
  await db
    .insertInto('setting')
    .values({ name, ...row })
    .onConflict((it) => it.column('name').doUpdateSet(row))
    .execute()
}
