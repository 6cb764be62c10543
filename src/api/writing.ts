import { reported } from '../lib/report.ts'
const lock = 'voltfolio-writing'

/** Runs `work`, which writes something at the server, and lets every tab and the worker know that it is under way. */
export async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  let result: Promise<T> | undefined
  // Shared: writers don't wait for each other, only `ifNothingIsWritten` looks whether there are any.
  await navigator.locks
    .request(lock, { mode: 'shared' }, async () => {
      result = work()
      // The caller gets the rejection itself.
      await result.catch(() => {})
      // A browser that refuses the lock must not hold up the work.
    })
    .catch(reported('lock: writing'))
  return result ?? work()
}

/** Runs `work` unless something is being written anywhere in this browser; false if it was. */
export async function ifNothingIsWritten(work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) return work().then(() => true)
  return navigator.locks.request(lock, { mode: 'exclusive', ifAvailable: true }, async (free) => {
    if (free) await work()
    return free !== null
  })
}
