/** So many items fail for one reason: the database, not what they are. */
const mostFaults = 20

/**
 * Does `work` for each of the items in turn. One that fails keeps no other waiting: once the others are done, all that
 * failed is thrown, each with the words of `named`.
 */
export async function eachByItself<T>(
  items: readonly T[],
  named: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const faults: Error[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (cause) {
      faults.push(new Error(`${named(item)}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause }))
    }
    if (faults.length === mostFaults) break
  }
  if (faults[0] !== undefined) throw new AggregateError(faults, faults[0].message)
}
