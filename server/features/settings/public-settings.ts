import * as v from 'valibot'
import { Setting } from '#protocol/settings.ts'
import type { Db } from '../../db/open.ts'
import { settingOf, zoneOfOperator } from '../../db/settings.ts'

/** What the operator publishes by names of their own, as the setting `public` keeps it. */
export const PublicSettings = v.record(Setting.entries.key, Setting.entries.value)

/**
 * Everything that anybody may know of the settings (specification 7). A setting is private until it is named here or
 * published: withdrawal limits and keys lie in the same table.
 */
export async function publicSettings(db: Db): Promise<Setting[]> {
  const discount = await settingOf(db, 'quantity_discount', v.nullable(v.object({ from: v.number(), bp: v.number() })))
  const settings: Record<string, Setting['value']> = {
    ...(await settingOf(db, 'public', PublicSettings)),
    operatorZone: await zoneOfOperator(db),
    countsUsage: await countsUsage(db),
    ...(discount && { quantityDiscountFrom: discount.from, quantityDiscountBp: discount.bp }),
  }
  return Object.entries(settings).map(([key, value]) => ({ key, value }))
}

/** Whether the operator takes counts of use from those who agree. */
export async function countsUsage(db: Db): Promise<boolean> {
  return (await settingOf(db, 'counts_usage', v.boolean())) ?? true
}
