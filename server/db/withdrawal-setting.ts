import * as v from 'valibot'
import { Currency, whole } from '#protocol/primitives.ts'
import { booksCurrency } from './books-currency.ts'
import type { Db } from './open.ts'
import { settingOf } from './settings.ts'

const amount = whole(0, Number.MAX_SAFE_INTEGER)

/** The setting `withdrawal` as it is stored. Money in minor units. */
const StoredSetting = v.object({
  currency: Currency,
  minimum: whole(1, Number.MAX_SAFE_INTEGER),
  maximum: amount,
  daily: amount,
  feeBp: whole(0, 5000),
  feeMinimum: amount,
  hoursToArrive: whole(0, 10_000),
})
export type StoredWithdrawalSetting = v.InferOutput<typeof StoredSetting>

export const standard: StoredWithdrawalSetting = {
  currency: booksCurrency,
  minimum: 1000,
  maximum: 500_000,
  daily: 1_000_000,
  feeBp: 100,
  feeMinimum: 50,
  hoursToArrive: 72,
}

/** The setting from its value in the database; null where the operator has set none. */
export function withdrawalSettingIn(value: unknown): StoredWithdrawalSetting {
  return v.parse(v.nullable(StoredSetting), value) ?? standard
}

/** The least that can be withdrawn at once, in minor units: income below it stays in the wallet. */
export async function leastWithdrawal(db: Db): Promise<number> {
  return ((await settingOf(db, 'withdrawal', StoredSetting)) ?? standard).minimum
}
