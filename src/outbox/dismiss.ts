import { currentOutbox } from './current-outbox.ts'

/** Takes a settled command off the lists that show it. Nothing happens where it is gone already. */
export async function dismiss(id: string): Promise<void> {
  await (await currentOutbox())?.dismiss(id)
}
