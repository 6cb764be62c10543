import { currentOutbox } from './current-outbox.ts'

/** Takes a settled command off the lists that show it. Nothing happens where it is gone already. */
export async function dismiss(id: string): Promise<void> {
  await (await currentOutbox())?.dismiss(id)
}

/** Notes that the member has seen a rejection where it happened: it needs no attention elsewhere. */
export async function see(id: string): Promise<void> {
  await (await currentOutbox())?.see(id)
}
