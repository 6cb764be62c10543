import * as v from 'valibot'
import type { Db } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'

/** Parses an amount as people write it, `12.50`, into minor units; 0 is allowed. */
export const MajorOrNothing = v.pipe(
  v.string(),
  v.regex(/^\d{1,11}(\.\d{1,2})?$/, 'must be an amount such as 12.50'),
  v.transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  }),
)

/** The same, above 0. */
export const Major = v.pipe(MajorOrNothing, v.minValue(1, 'must be more than nothing'))

/** A text that is stored or shown to a member: never empty. */
export const Text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(300, 'must be at most 300 characters'),
)

/** Several words between commas. */
export const Words = v.pipe(
  v.string(),
  v.transform((it) =>
    it
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
  v.minLength(1, 'must name some'),
)

export const Switch = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((it) => it === 'on'),
)

/** A whole number from `min` to `max`, typed as text. */
export function counted(min: number, max: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )
}

/** Formats minor units: `USD 12.50`. */
export function money(amount: number, currency: string): string {
  const sign = amount < 0 ? '-' : ''
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${currency} ${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const Id = v.pipe(v.string(), v.uuid())

/** A member's id, from a phone number or an id. Throws a DomainError where there is no such member. */
export async function memberBehind(db: Db, who: string): Promise<string> {
  const found = await db
    .selectFrom('member')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('id', '=', (it) =>
      v.is(Id, who)
        ? it.val(who)
        : it.selectFrom('memberPhone').select('memberId').where('phone', '=', who).$asScalar(),
    )
    .executeTakeFirst()
  if (!found)
    throw new DomainError('bad_request', {
      field: 'member',
      problem: 'is not known: give a phone number with its country code, or an id',
    })
  return found.id
}
