/** So many items in a row fail for one reason: the database, not what they are. */
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
  let inRow = 0
  for (const item of items) {
    try {
      await work(item)
      inRow = 0
    } catch (cause) {
      inRow += 1
      faults.push(new Error(`${named(item)}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause }))
    }
    if (inRow === mostFaults) break
  }
  if (faults[0] !== undefined) throw new AggregateError(faults, faults[0].message)
}
