import { useSyncExternalStore } from 'react'
import { lastClaimed, type ConfirmedClaim } from '../../outbox/last-claim.ts'
import { commands } from '../../outbox/current-commands.ts'

/** What the last claim of this unit alone brought, until a day after its confirmation. */
export function useUnitClaimed(unitId: string): ConfirmedClaim | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return lastClaimed(all.filter((it) => it.args.unitId === unitId))
}

/** The last claim that included this unit: its own, or one of all income. */
export function useLastClaimOf(unitId: string): ConfirmedClaim | undefined {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return lastClaimed(all.filter((it) => it.args.unitId === undefined || it.args.unitId === unitId))
}
