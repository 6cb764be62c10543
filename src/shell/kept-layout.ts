import { painted } from '../lib/painted.ts'
import { entryKey } from '../ui/focus-return.ts'
import { scrolledEntries } from '../ui/scrolled-entries.ts'
import { onKeptPage } from './page-transition.tsx'
import { drawSkipped, skipBelowFold } from './skip-below-fold.ts'

/** How a page was left. */
interface Left {
  /** Below the first screenful: not laid out before the page has come back. */
  skipped: Set<HTMLElement>
  /** Where rows and panes were scrolled to, in CSS pixels. Outside of the document they are scrolled nowhere. */
  scrolled: Map<HTMLElement, { left: number; top: number }>
}

/**
 * Lays out a kept page that comes back as far as a phone shows it, then the rest, in slices. The rest has the size that
 * it had when the page was left. On the way back to where a page was scrolled to, all of it is there at once.
 */
export function layOutKeptPages(): void {
  const pages = new WeakMap<HTMLElement, Left>()
  onKeptPage({
    left: (page) => {
      const before = pages.get(page)
      const now = scrollersOf(page).map((it) => [it, { left: it.scrollLeft, top: it.scrollTop }] as const)
      pages.set(page, {
        // A part that is still skipped keeps its size, and its rows their scroll position.
        skipped: new Set([...(before?.skipped ?? []), ...skipBelowFold(page, page, 'hidden')]),
        scrolled: new Map([...now, ...(before?.scrolled ?? [])]),
      })
    },
    came: (page) => {
      const left = pages.get(page)
      if (left) void layOut(page, left, scrolledEntries.has(entryKey()))
    },
  })
}

/** Milliseconds of layout after which the browser may draw a frame. */
const sliceMs = 25

async function layOut(page: HTMLElement, left: Left, isAtOnce: boolean): Promise<void> {
  scrollWithin(page, left)
  let begun = -Infinity
  for (const part of left.skipped) {
    // A member who has scrolled must not see an empty part. Reading scrollY lays out the previous part.
    const isSeen = isAtOnce || scrollY > 0
    if (!isSeen && performance.now() - begun > sliceMs) {
      await painted()
      begun = performance.now()
    }
    // The page was left again meanwhile.
    if (!page.isConnected) return
    drawSkipped(part)
    left.skipped.delete(part)
    scrollWithin(part, left)
  }
}

function scrollWithin(part: HTMLElement, { skipped, scrolled }: Left): void {
  for (const it of scrollersOf(part)) {
    const place = scrolled.get(it)
    if (!place || [...skipped].some((later) => later.contains(it))) continue
    // From here on it may be scrolled elsewhere.
    scrolled.delete(it)
    if (place.left !== 0 || place.top !== 0) it.scrollTo({ ...place, behavior: 'instant' })
  }
}

function scrollersOf(part: HTMLElement): HTMLElement[] {
  const selector = '.overflow-x-auto, .overflow-y-auto'
  return [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll<HTMLElement>(selector)]
}
