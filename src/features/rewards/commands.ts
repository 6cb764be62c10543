import { useSyncExternalStore } from 'react'
import { redeemCode } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** The gift codes that are under way, were redeemed within a day, or refused and not dismissed; the newest first. */
export function useRedemptions(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === redeemCode.path && it.state !== 'cancelled').toReversed()
}
