import type { Timer } from './drainer.ts'

/** Milliseconds after which the member is told that storage doesn't answer. */
const patienceMs = 8000

/**
 * Resolves as `work` does; rejects where that takes longer than 8 s. A database that never opens must not leave the
 * member without a word.
 */
export function withinPatience<T>(work: Promise<T>, timer: Timer): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timer(() => reject(new Error('the store does not answer')), patienceMs)
    work.then(resolve, reject).finally(cancel)
  })
}
