import type { ArgsInput, Call } from '#protocol/call.ts'
import { writeNow } from './write-now.ts'
import type { Command } from './command.ts'
import { enqueue } from './current-outbox.ts'
import type { NotSaved, QueuedArgs } from './enqueue.ts'

/** What became of the wish to keep a command: it is on the disk, or this device can't keep it and it may be sent at once instead. */
export type Kept =
  | { isKept: true; command: Command }
  | { isKept: false; reason: NotSaved['reason']; sendNow: () => Promise<void> }

/**
 * Keeps a command like `enqueue`, but answers a device without room instead of rejecting: sending at once goes under the
 * same id, which is safe even where it turns out to have been kept after all. Rejects with ApiError as `enqueue` does.
 */
export async function keep<C extends Call>(call: C, args: QueuedArgs<C>): Promise<Kept> {
  try {
    return { isKept: true, command: await enqueue(call, args) }
  } catch (failure) {
    if (!isNotSaved(failure)) throw failure
    const { command, reason } = failure
    return {
      isKept: false,
      reason,
      sendNow: async () => {
        await writeNow(call, command.args as ArgsInput<C>, { key: command.id })
      },
    }
  }
}

// By its name: importing the class would pull the outbox into the first file.
function isNotSaved(failure: unknown): failure is NotSaved {
  return failure instanceof Error && failure.name === 'NotSaved' && 'command' in failure
}
