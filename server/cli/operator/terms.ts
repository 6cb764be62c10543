import * as v from 'valibot'
import { publishTerm } from '../../features/wallet/deposits/terms.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'
import { Major, counted, money } from './arguments.ts'
import { DomainError } from '../../http/domain-error.ts'
import { booksCurrency as currency } from '../../db/books-currency.ts'

const publish = action('term publish', {
  needs: ['treasury'],
  says: 'Offers a time deposit of so many days at --rate per cent a year; what is open keeps its terms, and without a reserve (see fund) nothing is offered',
  positional: ['id', 'days'],
  args: {
    id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'must be a short name')),
    days: counted(1, 3650),
    minimum: Major,
    maximum: Major,
    rate: v.pipe(
      v.string(),
      v.regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be per cent, such as 3.65'),
      v.transform((it) => Math.round(Number(it) * 100)),
      v.minValue(1, 'must be more than nothing'),
    ),
  },
  run: async ({ db }, { id, days, rate: rateBp, minimum, maximum }) => {
    if (minimum > maximum)
      throw new DomainError('bad_request', { field: 'maximum', problem: 'must not be less than --minimum' })
    await publishTerm(db, { id, currency, days, rateBp, minimum, maximum, position: days })
    return [
      `${id}: ${days} days at ${rateBp / 100}% a year, from ${money(minimum, currency)} to ${money(maximum, currency)}.`,
    ]
  },
})

export const termCommands: readonly Command[] = [publish]
