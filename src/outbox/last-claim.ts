import * as v from 'valibot'
import { claimEarnings } from '#protocol/rewards.ts'
import type { Command } from './command.ts'

/**
 * What the last confirmed claim among these commands moved, in minor units; undefined where there was none within a
 * day, or this version can't read the answer.
 */
export function lastClaimed(commands: readonly Command[]): { amount: number; currency: string } | undefined {
  const last = commands.findLast((it) => it.call === claimEarnings.path && it.state === 'applied')
  const read = v.safeParse(claimEarnings.answer, last?.reply?.data)
  return read.success ? { amount: read.output.amount, currency: read.output.currency } : undefined
}
