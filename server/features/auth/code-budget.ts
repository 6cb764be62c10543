import * as v from 'valibot'
import { blockOf } from '#protocol/auth.ts'
import type { Clock } from '../../clock.ts'
import { millisOf } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { settingOf } from '../../db/settings.ts'
import { DomainError } from '../../http/domain-error.ts'
import { attemptsOf, countAttempt } from '../../http/limits.ts'
import type { Log } from '../../log.ts'
import { ordinaryCost } from './captcha.ts'

const most = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000))

/** The setting `code_budget`: where codes are sent to, and how many. Fraudsters earn by texts to numbers of theirs. */
export const CodeBudget = v.object({
  /** Dial codes, `+62`. Empty: those of the countries where people can register. */
  countries: v.array(v.pipe(v.string(), v.regex(/^\+[1-9]\d{0,5}$/, 'must be a dial code, +62'))),
  hourly: most,
  daily: most,
  /** A day, to each block of ten thousand numbers. */
  block: most,
})
type CodeBudget = v.InferOutput<typeof CodeBudget>

export const standard: CodeBudget = { countries: [], hourly: 500, daily: 3000, block: 50 }
const hour = 3_600_000

/** Throws `country_not_served` for a phone of a country that isn't on the list. */
export async function rejectOtherCountries(db: Db, phone: string): Promise<void> {
  const { countries } = await budgetOf(db)
  const served = countries.length > 0 ? countries : await dialCodes(db)
  if (!served.some((it) => phone.startsWith(it))) throw new DomainError('country_not_served')
}

/**
 * Counts a code against its budgets, in the transaction that issues it. Throws `codes_paused` where one is used up. The
 * log says when a budget of all numbers is nearly so.
 */
export async function spendCode(db: Db, phone: string, { clock, log }: { clock: Clock; log: Log }): Promise<void> {
  for (const { subject, most, ms, alarm } of countersOf(await budgetOf(db), blockOf(phone))) {
    const count = await countAttempt(db, subject, ms, clock)
    if (alarm !== undefined && count === Math.ceil(most * 0.8))
      log.error(`four fifths of the codes for this ${alarm} are sent: docs/operations.md, "Codes by SMS"`, undefined)
    if (count <= most) continue
    const { windowEndsAt } = await attemptsOf(db, subject, clock)
    const left = windowEndsAt === null ? 0 : millisOf(windowEndsAt) - clock.now()
    throw new DomainError('codes_paused', { minutes: Math.max(1, Math.ceil(left / 60_000)) })
  }
}

/** What a challenge must cost now: up to eight times the ordinary, as the fullest of the budgets fills. */
export async function costOfCode(db: Db, block: string | undefined, clock: Clock): Promise<number> {
  const counters = countersOf(await budgetOf(db), block)
  const used = await Promise.all(
    counters.map(async ({ subject, most }) => (await attemptsOf(db, subject, clock)).count / most),
  )
  const fill = Math.max(...used)
  return ordinaryCost * (fill < 0.5 ? 1 : fill < 0.75 ? 2 : fill < 0.9 ? 4 : 8)
}

/** The narrowest first: rows of blocks are rarely shared, and those of all numbers are then locked for less time. */
function countersOf(
  { block, hourly, daily }: CodeBudget,
  of: string | undefined,
): { subject: string; most: number; ms: number; alarm?: string }[] {
  return [
    ...(of === undefined ? [] : [{ subject: `codes:block:${of}`, most: block, ms: 24 * hour }]),
    { subject: 'codes:hour', most: hourly, ms: hour, alarm: 'hour' },
    { subject: 'codes:day', most: daily, ms: 24 * hour, alarm: 'day' },
  ]
}

async function budgetOf(db: Db): Promise<CodeBudget> {
  return (await settingOf(db, 'code_budget', CodeBudget)) ?? standard
}

async function dialCodes(db: Db): Promise<string[]> {
  return (await db.selectFrom('country').select('dialCode').execute()).map((it) => it.dialCode)
}
