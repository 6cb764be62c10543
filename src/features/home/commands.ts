import { useSyncExternalStore } from 'react'
import { gameSign } from '#protocol/rewards.ts'
import { isOpen } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** True while a check-in isn't confirmed. */
export function useOpenCheckIn(): boolean {
  const all = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  return all.some((it) => it.call === gameSign.path && isOpen(it))
}
