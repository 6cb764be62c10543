import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { claimEarnings } from '#protocol/rewards.ts'
import { earnReceive } from '#protocol/wallet.ts'
import { instant, millisOf, systemClock } from '../../lib/clock.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/**
 * The instant up to which a transfer moves settled income: now. `newest` is the newest settlement on this device: where
 * the clock is slow, it makes sure that all income on the screen is moved.
 */
export function transferUntil(newest: string | undefined): string {
  const known = newest === undefined ? 0 : millisOf(newest) + 1
  return instant(Math.max(systemClock.now(), known))
}

/** The last transfer, or claim of all income, that isn't confirmed, or was rejected and not dismissed. */
export function useOpenTransfer(): Command | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.findLast((it) => isTransfer(it) && it.state !== 'applied' && it.state !== 'cancelled')
}

/** The amount of the last transfer in minor units, for a day after it was confirmed. */
export function useLastTransferred(): { amount: number; currency: string } | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const last = all.findLast((it) => it.call === earnReceive.path && it.state === 'applied')
  const read = v.safeParse(earnReceive.answer, last?.reply?.data)
  return read.success ? { amount: read.output.moved, currency: read.output.currency } : undefined
}

/** A claim of all income moves the same money as a transfer. */
function isTransfer({ call, args }: Command): boolean {
  return call === earnReceive.path || (call === claimEarnings.path && args['unitId'] === undefined)
}
