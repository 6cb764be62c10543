/** How often pages were opened since `since`, in milliseconds. */
export interface Tally {
  since: number
  counts: Readonly<Record<string, number>>
}

const hourMs = 3_600_000
/** As `common/record/add` takes them. */
const mostPages = 100
const mostOfOne = 9999

export function emptyTally(now: number): Tally {
  return { since: now, counts: {} }
}

/** One more of a page. */
export function tallied({ since, counts }: Tally, path: string): Tally {
  const isFull = Object.keys(counts).length >= mostPages && counts[path] === undefined
  if (isFull) return { since, counts }
  return { since, counts: { ...counts, [path]: Math.min((counts[path] ?? 0) + 1, mostOfOne) } }
}

/** True an hour after it began; at once where the clock was set back meanwhile. */
export function isDue({ since }: Tally, now: number): boolean {
  return now - since >= hourMs || now < since
}

/** The counts as they travel: `/pages/my/set*3`. */
export function usesOf({ counts }: Tally): string[] {
  return Object.entries(counts).map(([path, count]) => `${path}*${count}`)
}

/** Reads what was stored; undefined for what can't be read. */
export function readTally(text: string | null): Tally | undefined {
  try {
    const it: unknown = JSON.parse(text ?? '')
    if (typeof it !== 'object' || it === null || !('since' in it) || typeof it.since !== 'number') return undefined
    if (!('counts' in it) || typeof it.counts !== 'object' || it.counts === null) return undefined
    const counts = Object.entries(it.counts).filter(([, count]) => Number.isSafeInteger(count) && count > 0)
    return { since: it.since, counts: Object.fromEntries(counts) }
  } catch {
    return undefined
  }
}
