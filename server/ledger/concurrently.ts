/**
 * Does `work` for each of the items in order: one after the other, and others beside it where `hasRoomBeside` says so
 * of the number that is under way. Where one fails, the rest isn't begun, and what is under way is waited for: nothing
 * goes on behind the caller's back. Then it throws what failed first.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  hasRoomBeside: (underWay: number) => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = []
  const underWay = new Set<Promise<unknown>>()
  for (const item of items) {
    while (underWay.size > 0 && !hasRoomBeside(underWay.size)) await Promise.race(underWay)
    if (faults.length > 0) break
    const done: Promise<unknown> = work(item)
      .catch((cause: unknown) => faults.push(cause))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  await Promise.all(underWay)
  if (faults.length > 0) throw faults[0]
}
