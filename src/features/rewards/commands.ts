import { useSyncExternalStore } from 'react'
import { gameSign, redeemCode } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** The member's check-ins that are under way, or were answered within a day. */
export function useCheckIns(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === gameSign.path && it.state !== 'cancelled')
}

/** The gift codes that are under way, or were answered within a day, the newest first. */
export function useRedemptions(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === redeemCode.path && it.state !== 'cancelled').toReversed()
}
