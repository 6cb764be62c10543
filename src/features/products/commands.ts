import { useSyncExternalStore } from 'react'
import { claimEarnings } from '#protocol/rewards.ts'
import { lastClaimed, type ConfirmedClaim } from '../../outbox/last-claim.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/**
 * The last claim that includes this unit, its own or one of everything. It is returned until it is confirmed, or, after
 * a rejection, until it is dismissed.
 */
export function useUnitClaim(unitId: string): Command | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.findLast(
    (it) =>
      it.call === claimEarnings.path &&
      (it.args.unitId === undefined || it.args.unitId === unitId) &&
      it.state !== 'applied' &&
      it.state !== 'cancelled',
  )
}

/** What the last claim of this unit alone brought, until a day after its confirmation. */
export function useUnitClaimed(unitId: string): ConfirmedClaim | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return lastClaimed(all.filter((it) => it.args.unitId === unitId))
}
