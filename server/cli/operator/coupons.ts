import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { instant } from '../../clock.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'
import { Major, counted, memberBehind, money } from './arguments.ts'
import { booksCurrency } from '../../db/books-currency.ts'

const day = 86_400_000

const issue = action('coupon issue', {
  needs: ['treasury'],
  says: 'Gives a member a voucher (--value 5.00) or a discount (--percent 10, at most --at-most 20.00)',
  positional: ['member'],
  args: {
    member: v.string(),
    name: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(80)),
    days: counted(1, 3650),
    value: v.optional(Major),
    percent: v.optional(counted(1, 100)),
    minimum: v.optional(Major),
    'at-most': v.optional(Major),
  },
  run: async ({ db, clock }, { member, name, days, value, percent, minimum = 0, 'at-most': savesAtMost = null }) => {
    if ((value === undefined) === (percent === undefined))
      throw new DomainError('bad_request', { field: 'coupon', problem: 'needs either --value or --percent' })
    if (savesAtMost !== null && percent === undefined)
      throw new DomainError('bad_request', { field: 'at-most', problem: 'only limits a discount' })
    const memberId = await memberBehind(db, member)
    const id = randomUUID()
    const terms = value === undefined ? { type: 1 as const, value: (percent ?? 0) * 100 } : { type: 2 as const, value }
    await db
      .insertInto('coupon')
      .values({
        id,
        memberId,
        ...terms,
        name,
        minimum,
        savesAtMost,
        receivedAt: instant(clock),
        expiresAt: instant(clock.now() + days * day),
        usedAt: null,
        usedBy: null,
      })
      .execute()
    return [
      `${id}: ${name}, ${value === undefined ? `${percent}%` : money(value, booksCurrency)}, from ${money(minimum, booksCurrency)} on, ${savesAtMost === null ? '' : `at most ${money(savesAtMost, booksCurrency)}, `}for ${days} days.`,
    ]
  },
})

export const couponCommands: readonly Command[] = [issue]
