import { sql, type RawBuilder } from 'kysely'
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

/** SQL of a setting's value within a statement that reads more; null where none is set. It is to be parsed. */
export function settingValue(name: string): RawBuilder<unknown> {
  return sql`(select value from setting where name = ${name})`
}

/** The time zone of the operator's days and weeks. */
export async function zoneOfOperator(db: Db): Promise<string> {
  return operatorZoneIn((await settingOf(db, operatorZone, v.string())) ?? null)
}

export const operatorZone = 'operator_zone'

/** The same from the value of the setting `operatorZone`. */
export function operatorZoneIn(value: unknown): string {
  return v.parse(v.nullable(v.string()), value) ?? 'UTC'
}

/**
 * What an operator may set an amount to, in minor units, or a number that isn't one; the messages say what is wrong
 * with another.
 */
export function settable(min: number, max: number) {
  return v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be whole: amounts are in minor units, 1250 for 12.50'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )
}

/** Holds a setting until the transaction ends: whoever changes a part of it reads it after this. */
export async function lockSetting(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${name}`}, 0))`.execute(db)
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
