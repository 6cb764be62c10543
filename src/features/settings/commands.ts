import { useSyncExternalStore } from 'react'
import type { Command } from '../../outbox/command.ts'
import { commands, currentOutbox } from '../../outbox/current-outbox.ts'

/** Everything the member did that is under way, needs them, or was confirmed within a day. */
export function useCommands(): readonly Command[] {
  return useSyncExternalStore(commands.subscribe, commands.getSnapshot)
}

/** Sends one command, or all that wait, without waiting any longer. */
export async function retryNow(id?: string): Promise<void> {
  await (await currentOutbox())?.retryNow(id)
}

/** Asks the server what became of a command whose answer was lost. */
export async function check(id: string): Promise<void> {
  await (await currentOutbox())?.check(id)
}

/** False where it was sent meanwhile: only the server's word ends it then. */
export async function cancel(id: string): Promise<boolean> {
  return (await (await currentOutbox())?.cancel(id)) ?? false
}

/** Asks the server whether it still has what it confirmed; what is missing shows as lost. */
export async function checkConfirmed(): Promise<void> {
  // Without an answer the last one holds.
  await (await currentOutbox())?.checkConfirmed().catch(() => {})
}
