/**
 * Does `work` for each of the items in order, `lanes` of them at once. Where one fails, the rest isn't begun, and what
 * is under way is waited for: nothing goes on behind the caller's back. Then it throws what failed first.
 */
export async function inLanes<T>(lanes: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const faults: unknown[] = []
  const lane = async () => {
    for (const item of left) {
      if (faults.length > 0) return
      await work(item).catch((cause: unknown) => faults.push(cause))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (faults.length > 0) throw faults[0]
}
