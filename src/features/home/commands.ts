import { useSyncExternalStore } from 'react'
import { claimEarnings, gameSign } from '#protocol/rewards.ts'
import { lastClaimed, type ConfirmedClaim } from '../../outbox/last-claim.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** The last claim of all income that isn't confirmed, or was rejected and not dismissed. */
export function useOpenClaim(): Command | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.findLast(
    (it) =>
      it.call === claimEarnings.path &&
      it.args.unitId === undefined &&
      it.state !== 'applied' &&
      it.state !== 'cancelled',
  )
}

/** The amount of the last claim, for a day after it was confirmed. */
export function useLastClaimed(): ConfirmedClaim | undefined {
  return lastClaimed(useSyncExternalStore(commands.subscribe, commands.getSnapshot))
}

/** True while a check-in isn't confirmed. */
export function useOpenCheckIn(): boolean {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.some((it) => it.call === gameSign.path && isOpen(it))
}
