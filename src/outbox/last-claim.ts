import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { CallPath } from '#protocol/calls.ts'
import { Amount, Currency } from '#protocol/primitives.ts'
import { claimEarnings } from '#protocol/rewards.ts'
import type { Command } from './command.ts'
import { commands } from './current-commands.ts'

export const claimPath = claimEarnings.path
/** The wallet's claim of all income. Its call comes with all schemas of the wallet, which Home doesn't need. */
export const transferPath = 'g/account/earn/receive' satisfies CallPath
const Transferred = v.object({ moved: Amount, currency: Currency })

export interface ConfirmedClaim {
  /** The command's. */
  id: string
  /** Minor units. */
  amount: number
  currency: string
  /** Of how many machines; undefined where the wallet's claim or an older server answered. */
  machines: number | undefined
  /** The movement in the income wallet; undefined as above. */
  billId: string | undefined
  /** When the answer came, in milliseconds since 1970. */
  settledAt: number
}

/** The member's last confirmed claim, on any screen; see `lastClaimed`. */
export function useLastClaimed(): ConfirmedClaim | undefined {
  return lastClaimed(useSyncExternalStore(commands.subscribe, commands.getSnapshot))
}

/**
 * The last confirmed claim among these commands; undefined where there was none within a day, or this version can't
 * read the answer.
 */
export function lastClaimed(commands: readonly Command[]): ConfirmedClaim | undefined {
  const last = commands.findLast((it) => (it.call === claimPath || it.call === transferPath) && it.state === 'applied')
  const claim = last && claimOf(last)
  return claim && { id: last.id, ...claim, settledAt: last.settledAt ?? 0 }
}

function claimOf({ call, reply }: Command): Omit<ConfirmedClaim, 'id' | 'settledAt'> | undefined {
  if (call === transferPath) {
    const read = v.safeParse(Transferred, reply?.data)
    if (!read.success) return undefined
    const { moved, currency } = read.output
    return { amount: moved, currency, machines: undefined, billId: undefined }
  }
  const read = v.safeParse(claimEarnings.answer, reply?.data)
  if (!read.success) return undefined
  const { amount, currency, machines, billId } = read.output
  return { amount, currency, machines, billId }
}
