import { currentOutbox } from './current-outbox.ts'

/**
 * Sends one command, or all that wait, at once instead of at the next retry. Rejects where this device's storage
 * prevents it.
 */
export async function retryNow(id?: string): Promise<void> {
  await (await currentOutbox())?.retryNow(id)
}
