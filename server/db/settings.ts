import * as v from 'valibot'
import type { Db } from './open.ts'

/** A setting's value, or undefined where none is set. Throws when the value does not fit `shape`. */
export async function settingOf<S extends v.GenericSchema>(
  db: Db,
  name: string,
  shape: S,
): Promise<v.InferOutput<S> | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row && v.parse(shape, row.value)
}

/** The time zone of the operator's days and weeks. */
export async function zoneOfOperator(db: Db): Promise<string> {
  return (await settingOf(db, 'operator_zone', v.string())) ?? 'UTC'
}

/** Stores a setting; every process reads it at its next query. */
export async function setSetting(db: Db, name: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value) }
  await db
    .insertInto('setting')
    .values({ name, ...row })
    .onConflict((it) => it.column('name').doUpdateSet(row))
    .execute()
}
