import type { OutboxStorage } from './storage.ts'
import { transition } from './transition.ts'

/** The most keys that one request may ask for (`commands/known`). */
const mostKeys = 100

/**
 * Asks the server which of the commands it confirmed it still has, and marks the others as lost: a server that was
 * restored from an older backup has forgotten the latest ones. `askKnown` resolves with those of the given ids that the
 * server knows. Rejects with ApiError where the server can't be asked; nothing is marked then.
 */
export async function markLost(
  storage: OutboxStorage,
  askKnown: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  // Commands confirmed during the request are not in this list, so none of them is taken for lost.
  const ids = (await storage.rows()).filter((row) => row.state === 'applied').map((row) => row.id)
  for (let first = 0; first < ids.length; first += mostKeys) {
    const asked = ids.slice(first, first + mostKeys)
    const known = new Set(await askKnown(asked))
    for (const id of asked) {
      if (!known.has(id)) await storage.update(id, (row) => transition(row, { kind: 'lost' }))
    }
  }
}
