import * as v from 'valibot'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'
import { Major, counted, memberBehind, money } from './arguments.ts'
import { once, onceByReference, Reference } from './references.ts'
import { booksCurrency } from '../../db/books-currency.ts'
import { giveCoupon } from '../../db/gifts.ts'

const issue = action('coupon issue', {
  needs: ['treasury'],
  says: `Gives a member a voucher (--value 5.00) or a discount (--percent 10, at most --at-most 20.00). ${onceByReference}`,
  positional: ['member'],
  args: {
    member: v.string(),
    name: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(80)),
    days: counted(1, 3650),
    value: v.optional(Major),
    percent: v.optional(counted(1, 100)),
    minimum: v.optional(Major),
    'at-most': v.optional(Major),
    reference: v.optional(Reference),
  },
  run: async (context, { member, reference, ...terms }) => {
    rejectOddTerms(terms)
    const memberId = await memberBehind(context.db, member)
    return await once(context, { command: 'coupon issue', reference, body: { memberId, ...terms } }, async () => {
      const id = await giveCoupon(context.db, memberId, couponOf(terms), context.clock)
      return { made: id, lines: [`${id}: ${textOf(terms)}`] }
    })
  },
})

interface Terms {
  name: string
  days: number
  value?: number | undefined
  percent?: number | undefined
  minimum?: number | undefined
  'at-most'?: number | undefined
}

function rejectOddTerms({ value, percent, 'at-most': savesAtMost }: Terms): void {
  if ((value === undefined) === (percent === undefined))
    throw new DomainError('bad_request', { field: 'coupon', problem: 'needs either --value or --percent' })
  if (savesAtMost !== undefined && percent === undefined)
    throw new DomainError('bad_request', { field: 'at-most', problem: 'only limits a discount' })
}

/** The words that tell which coupon it is. */
function textOf({ name, days, value, percent, minimum = 0, 'at-most': savesAtMost }: Terms): string {
  return `${name}, ${value === undefined ? `${percent}%` : money(value, booksCurrency)}, from ${money(minimum, booksCurrency)} on, ${savesAtMost === undefined ? '' : `at most ${money(savesAtMost, booksCurrency)}, `}for ${days} days.`
}

function couponOf({ name, days, value, percent, minimum = 0, 'at-most': savesAtMost }: Terms) {
  const worth = value === undefined ? { type: 1 as const, value: (percent ?? 0) * 100 } : { type: 2 as const, value }
  return { of: 'coupon' as const, ...worth, name, days, minimum, savesAtMost }
}

export const couponCommands: readonly Command[] = [issue]
