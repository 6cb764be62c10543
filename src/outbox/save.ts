import type { Call } from '#protocol/call.ts'
import { signedOut } from '../api/session.ts'
import type { Command } from './command.ts'
import { currentOutbox, enqueue } from './current-outbox.ts'
import type { NotSaved, QueuedArgs } from './enqueue.ts'

/**
 * What became of saving a command: it is on this device's disk, or the device can't save it and the member may send it
 * at once.
 */
export type Saved =
  | { isSaved: true; command: Command }
  | { isSaved: false; reason: NotSaved['reason']; sendNow: () => Promise<void> }

/**
 * `enqueue`, but a device without room is an answer instead of a rejection. Sending at once uses the same id as key, so
 * it is safe even where the command turns out to have been saved after all. Rejects with ApiError as `enqueue` does.
 */
export async function save<C extends Call>(call: C, args: QueuedArgs<C>): Promise<Saved> {
  try {
    return { isSaved: true, command: await enqueue(call, args) }
  } catch (failure) {
    if (!isNotSaved(failure)) throw failure
    const { command, reason } = failure
    return { isSaved: false, reason, sendNow: () => sendUnsaved(call, command) }
  }
}

/** Resolves once the server has carried it out; rejects with its reason, or with what kept the answer from coming. */
async function sendUnsaved(call: Call, command: Command): Promise<void> {
  const outbox = await currentOutbox()
  if (outbox?.memberId !== command.uid) throw signedOut()
  const sent = await outbox.sendUnsaved(call, command)
  if (sent.kind === 'rejected') throw sent.error
  if (sent.kind !== 'applied') throw new Error('the answer was lost')
}

// By its name: importing the class would pull the outbox into the first file.
function isNotSaved(failure: unknown): failure is NotSaved {
  return failure instanceof Error && failure.name === 'NotSaved' && 'command' in failure
}
