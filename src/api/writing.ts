import { reported } from '../lib/report.ts'
const lock = 'voltfolio-writing'

/** Runs `work`, which writes at the server, and marks it as under way for every tab and the worker. */
export async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  let result: Promise<T> | undefined
  // A shared lock: writers don't wait for each other. Only `ifNothingIsWritten` asks for the exclusive lock.
  await navigator.locks
    .request(lock, { mode: 'shared' }, async () => {
      result = work()
      // The rejection goes to the caller, so the lock must not reject with it.
      await result.catch(() => {})
      // A browser that rejects the lock must not stop the work.
    })
    .catch(reported('lock: writing'))
  return result ?? work()
}

/**
 * Runs `work` unless a tab or the worker of this browser is writing at the server. Resolves with false where one is.
 */
export async function ifNothingIsWritten(work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) return work().then(() => true)
  return navigator.locks.request(lock, { mode: 'exclusive', ifAvailable: true }, async (free) => {
    if (free) await work()
    return free !== null
  })
}
