/**
 * Starts statements at once: within a transaction they are sent in the order of the list and are one round trip. Gives
 * their results. Waits for all of them also after a failure, so that none goes on when the transaction is undone, and
 * then throws the first one's error: those after it only say that the transaction is aborted.
 */
export async function atOnce<T extends readonly unknown[] | []>(
  started: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(started)
  return await Promise.all(started)
}
