import { useSyncExternalStore } from 'react'
import type { Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'
import { currentOutbox } from '../../outbox/current-outbox.ts'

/** All commands of this device that are under way, need the member, or were confirmed within a day. */
export function useCommands(): readonly Command[] {
  return useSyncExternalStore(commands.subscribe, commands.getSnapshot)
}

/** Asks the server what became of a command whose answer was lost. */
export async function check(id: string): Promise<void> {
  await (await currentOutbox())?.check(id)
}

/** False where the command was already sent: then only the server's answer ends it. */
export async function cancel(id: string): Promise<boolean> {
  return (await (await currentOutbox())?.cancel(id)) ?? false
}

/** Asks the server whether it still has the commands that it confirmed. Those that are missing are shown as lost. */
export async function checkConfirmed(): Promise<void> {
  // Without an answer, the last result stays valid.
  await (await currentOutbox())?.checkConfirmed().catch(() => {})
}
