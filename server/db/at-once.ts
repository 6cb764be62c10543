import { isSqlError } from './connection.ts'

/**
 * The results of statements that were started together: within a transaction they are sent in the order of the list, as
 * one round trip. Waits for all of them also after a failure, so that none goes on when the transaction is undone, and
 * then throws the first error that isn't a consequence of another.
 */
export async function atOnce<T extends readonly unknown[] | []>(
  started: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  const settled = await Promise.allSettled(started)
  const errors: unknown[] = settled.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
  // 25P02: the statement came after the one whose failure has aborted the transaction.
  const cause = errors.find((it) => !isSqlError(it, '25P02'))
  if (cause !== undefined) throw cause
  return await Promise.all(started)
}
