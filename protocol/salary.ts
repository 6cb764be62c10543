import * as v from 'valibot'
import { post } from './call.ts'
import { ContractBill } from './contracts.ts'
import { Amount } from './primitives.ts'

/** ISO 8601 week, `2026-W47`, in the operator's zone. */
const Week = v.pipe(v.string(), v.regex(/^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/, 'must be a week, yyyy-Www'))

/**
 * Receives one week's salary into the income wallet, out of the operator's funded account; once for ever by (member,
 * week).
 */
export const weekReceive = post('g/account/week/receive', {
  offline: 'queue',
  lane: 'income',
  args: v.object({ week: Week }),
  answer: v.object({ bill: ContractBill, incomeBalance: Amount }),
  invalidates: ['g/contract/bill'],
  moves: ['income'],
})
