import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { instant } from '../../clock.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command, CommandContext } from './command.ts'
import { action } from './command.ts'
import { Major, counted, memberBehind, money } from './arguments.ts'
import { once, onceByReference, Reference } from './references.ts'
import { booksCurrency } from '../../db/books-currency.ts'

const day = 86_400_000

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
      const id = randomUUID()
      return { made: id, lines: [`${id}: ${await give(context, { id, memberId }, terms)}`] }
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

/** Gives the coupon, and the words that tell which it is. */
async function give(
  { db, clock }: CommandContext,
  whose: { id: string; memberId: string },
  { name, days, value, percent, minimum = 0, 'at-most': savesAtMost }: Terms,
): Promise<string> {
  const terms = value === undefined ? { type: 1 as const, value: (percent ?? 0) * 100 } : { type: 2 as const, value }
  await db
    .insertInto('coupon')
    .values({
      ...whose,
      ...terms,
      name,
      minimum,
      savesAtMost: savesAtMost ?? null,
      receivedAt: instant(clock),
      expiresAt: instant(clock.now() + days * day),
      usedAt: null,
      usedBy: null,
    })
    .execute()
  return `${name}, ${value === undefined ? `${percent}%` : money(value, booksCurrency)}, from ${money(minimum, booksCurrency)} on, ${savesAtMost === undefined ? '' : `at most ${money(savesAtMost, booksCurrency)}, `}for ${days} days.`
}

export const couponCommands: readonly Command[] = [issue]
