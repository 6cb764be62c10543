import { createSignal } from '../lib/signal.ts'
import { reasonOf } from './enqueue.ts'
import type { OutboxStorage } from './storage.ts'

/** True while this device has no space to note what is being sent: nothing is sent then. */
export const isOutOfSpace = createSignal(false)

/**
 * A storage that frees space with `free` where the device has none for a change of a saved command, and tries it once
 * more: what was read can be fetched again. Saving a new command frees nothing, because the member, who is told, can
 * choose to send it at once.
 */
export function withFreedSpace(storage: OutboxStorage, free: () => Promise<void>): OutboxStorage {
  async function written<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await write().catch(async (failure: unknown) => {
        if (reasonOf(failure) !== 'quota') throw failure
        await free()
        return write()
      })
      // Undefined: nothing was written, and nothing is known.
      if (result !== undefined) isOutOfSpace.set(false)
      return result
    } catch (failure) {
      if (reasonOf(failure) === 'quota') isOutOfSpace.set(true)
      throw failure
    }
  }
  return {
    ...storage,
    update: (id, step) => written(() => storage.update(id, step)),
    claim: (id, step) => written(() => storage.claim(id, step)),
    setSuspended: (isSuspended) => written(() => storage.setSuspended(isSuspended)),
  }
}
