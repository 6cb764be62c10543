import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { claimEarnings } from '#protocol/rewards.ts'
import { earnReceive } from '#protocol/wallet.ts'
import { instant, millisOf, systemClock } from '../../lib/clock.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-outbox.ts'

/**
 * Until when a transfer moves what is settled: now. `newest` is the instant of the newest settlement known here, so
 * that a slow clock leaves nothing behind that is on the screen.
 */
export function transferUntil(newest: string | undefined): string {
  const known = newest === undefined ? 0 : millisOf(newest) + 1
  return instant(Math.max(systemClock.now(), known))
}

/** The last transfer, or claim of everything, that is not confirmed yet, or was rejected and not dismissed. */
export function useOpenTransfer(): Command | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.findLast((it) => isTransfer(it) && it.state !== 'applied' && it.state !== 'cancelled')
}

/** What the last transfer moved, for a day after it was confirmed: minor units. */
export function useLastTransferred(): { amount: number; currency: string } | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const last = all.findLast((it) => it.call === earnReceive.path && it.state === 'applied')
  const read = v.safeParse(earnReceive.answer, last?.reply?.data)
  return read.success ? { amount: read.output.moved, currency: read.output.currency } : undefined
}

/** Claiming everything moves the very same money. */
function isTransfer({ call, args }: Command): boolean {
  return call === earnReceive.path || (call === claimEarnings.path && args['unitId'] === undefined)
}
