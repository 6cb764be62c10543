import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { seedBanks } from './banks.ts'
import { seedCurrencies } from './currencies.ts'
import { countryTerms } from './country-terms.ts'
import { dictionary } from './dictionary.ts'
import { seedRegions } from './regions.ts'
import { terms } from './terms.ts'

const countries = [
  { id: 'id', name: 'Indonesia', alias: 'id', dialCode: '+62', currency: 'IDR', timeZone: 'Asia/Jakarta' },
  { id: 'my', name: 'Malaysia', alias: 'ms', dialCode: '+60', currency: 'MYR', timeZone: 'Asia/Kuala_Lumpur' },
  { id: 'vn', name: 'Vietnam', alias: 'vi', dialCode: '+84', currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' },
  { id: 'th', name: 'Thailand', alias: 'th', dialCode: '+66', currency: 'THB', timeZone: 'Asia/Bangkok' },
  { id: 'cn', name: 'China', alias: 'zh-Hans', dialCode: '+86', currency: 'CNY', timeZone: 'Asia/Shanghai' },
  { id: 'ae', name: 'United Arab Emirates', alias: 'ar', dialCode: '+971', currency: 'AED', timeZone: 'Asia/Dubai' },
  { id: 'sg', name: 'Singapore', alias: 'en', dialCode: '+65', currency: 'SGD', timeZone: 'Asia/Singapore' },
  { id: 'us', name: 'United States', alias: 'en', dialCode: '+1', currency: 'USD', timeZone: 'America/New_York' },
]

/**
 * Growth comes from the member's own use: no level needs a top-up or a team (docs/plain-dealing.md, 3). No level has a
 * tax rate.
 */
const levels = [
  { name: 'Member', growthNeeded: 0, withdrawalDiscountBp: 0, upgradeBonusPoints: 0, salaryRewardBp: 0 },
  { name: 'Spark', growthNeeded: 200, withdrawalDiscountBp: 500, upgradeBonusPoints: 100, salaryRewardBp: 50 },
  { name: 'Current', growthNeeded: 800, withdrawalDiscountBp: 1000, upgradeBonusPoints: 300, salaryRewardBp: 100 },
  { name: 'Circuit', growthNeeded: 2500, withdrawalDiscountBp: 1500, upgradeBonusPoints: 800, salaryRewardBp: 150 },
  { name: 'Grid', growthNeeded: 8000, withdrawalDiscountBp: 2000, upgradeBonusPoints: 2000, salaryRewardBp: 200 },
  { name: 'Dynamo', growthNeeded: 20_000, withdrawalDiscountBp: 3000, upgradeBonusPoints: 5000, salaryRewardBp: 300 },
]

/** Rows that the operator can change later: an existing one is left alone. */
const settings: Record<string, unknown> = {
  house_invite_code: 'VOLTFOLIO',
  examine: { examine: false, showTimeDeposit: true, showGoods: '0', switchedOff: [] },
  operator_zone: 'Asia/Jakarta',
  release_notes: [],
  dictionary,
  country_terms: countryTerms,
}

/** The rows that every installation needs before its first member. Repeating it changes nothing. */
export async function seedReference(db: Db): Promise<void> {
  await db
    .insertInto('country')
    .values(countries.map((it, position) => ({ ...it, position })))
    .onConflict((it) => it.column('id').doUpdateSet((row) => ({ alias: row.ref('excluded.alias') })))
    .execute()
  await seedRegions(db)
  await seedCurrencies(db)
  await seedBanks(db)
  await db
    .insertInto('level')
    .values(levels.map((it, level) => ({ ...it, level, rechargeNeeded: 0, teamSizeNeeded: 0, taxRateBp: 0 })))
    .onConflict((it) => it.column('level').doNothing())
    .execute()
  await db
    .insertInto('setting')
    .values(Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) })))
    .onConflict((it) => it.column('name').doNothing())
    .execute()
  // A new version may bring new terms; the operator's own text for a term is kept.
  await db
    .insertInto('setting')
    .values({ name: 'terms', value: JSON.stringify(terms) })
    .onConflict((it) => it.column('name').doUpdateSet({ value: sql`excluded.value || setting.value` }))
    .execute()
}
