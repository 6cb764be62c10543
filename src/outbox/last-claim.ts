import * as v from 'valibot'
import { claimEarnings } from '#protocol/rewards.ts'
import type { Command } from './command.ts'

export interface ConfirmedClaim {
  /** The command's. */
  id: string
  /** Minor units. */
  amount: number
  currency: string
  /** Of how many machines; undefined where an older server answered. */
  machines: number | undefined
  /** The movement in the income wallet; undefined as above. */
  billId: string | undefined
  /** When the answer came, in milliseconds since 1970. */
  settledAt: number
}

/**
 * The last confirmed claim among these commands; undefined where there was none within a day, or this version can't
 * read the answer.
 */
export function lastClaimed(commands: readonly Command[]): ConfirmedClaim | undefined {
  const last = commands.findLast((it) => it.call === claimEarnings.path && it.state === 'applied')
  const read = v.safeParse(claimEarnings.answer, last?.reply?.data)
  if (!last || !read.success) return undefined
  const { amount, currency, machines, billId } = read.output
  return { id: last.id, amount, currency, machines, billId, settledAt: last.settledAt ?? 0 }
}
