import { useSyncExternalStore } from 'react'
import { gameSign, redeemCode } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-outbox.ts'
import { save, type Saved } from '../../outbox/save.ts'

/** Checks in with the instant of the tap: kept on this device, sent when it can be. The server decides the day. */
export function checkIn(): Promise<Saved> {
  return save(gameSign, {})
}

/** The member's check-ins that are under way, and those of the last day that were answered. */
export function useCheckIns(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === gameSign.path && it.state !== 'cancelled')
}

/** Redeems a gift code: kept on this device, sent when it can be. */
export function redeem(code: string): Promise<Saved> {
  return save(redeemCode, { code })
}

/** Codes that are under way, and those of the last day that were answered; the newest first. */
export function useRedemptions(): readonly Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.filter((it) => it.call === redeemCode.path && it.state !== 'cancelled').toReversed()
}
