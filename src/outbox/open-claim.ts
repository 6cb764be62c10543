import { useSyncExternalStore } from 'react'
import type { Command } from './command.ts'
import { commands } from './current-commands.ts'
import { claimPath, transferPath } from './last-claim.ts'

/**
 * The last claim of all income, on Home or in the wallet, that isn't confirmed, or was rejected and not dismissed; with
 * a unit, also one of that unit alone. They move the same money: while one is open, no screen offers another. One that
 * the server has lost is over: what it claimed can be claimed again, and the queue page tells of it.
 */
export function useOpenClaim(unitId?: string): Command | undefined {
  return openClaim(useSyncExternalStore(commands.subscribe, commands.getSnapshot), unitId)
}

export function openClaim(all: readonly Command[], unitId?: string): Command | undefined {
  return all.findLast(
    ({ call, args, state }) =>
      (call === transferPath || (call === claimPath && (args['unitId'] === undefined || args['unitId'] === unitId))) &&
      state !== 'applied' &&
      state !== 'cancelled' &&
      state !== 'lost',
  )
}
