import { instant, millisOf } from '../../lib/clock.ts'

/** A part of a list that was never read: from the cursor `after` to the next known entry, or to the end of the list. */
export interface Gap {
  after: string
  /** Id and instant of the first known entry below; null where nothing below is known. */
  until: Mark | null
  /** Its entries are here, and only read again for what has changed: the list is whole. */
  isReview?: true
}

export interface Mark {
  id: string
  at: string
}

/** The state of a long list besides its entries. */
export interface ListState {
  /** Newest first. Where there are none but reviews, every entry up to the newest known one is stored. */
  gaps: readonly Gap[]
  newest: Mark | null
  /** When its head was last read, in milliseconds since 1970. */
  at: number
  /** When all of it was last read for changes to older entries, in milliseconds since 1970. */
  reviewedAt: number
  /** The fields of the head's answer besides its entries, such as the number of unread messages. */
  top: Readonly<Record<string, unknown>>
  /** How often it was begun anew, as the server had lost entries. Those of an earlier generation no longer count. */
  generation?: number
  /** The server has lost entries of it: the next look at the head begins it anew. */
  beginsAnew?: true
}

/** How far back a list is read again each day: entries may change for a month, or however old they are. */
export type Reviewed = 'month' | 'all'

/** One page of a list as the server answered it, with the instants its entries are sorted by. */
export interface ListPage {
  /** The cursor it was asked with; undefined for the head. */
  after: string | undefined
  /** In milliseconds since 1970. */
  askedAt: number
  marks: readonly Mark[]
  next: string | undefined
  top: Readonly<Record<string, unknown>>
  reviewed: Reviewed
}

export const nothingKnown: ListState = { gaps: [], newest: null, at: 0, reviewedAt: 0, top: {} }

const dayMs = 24 * 3600_000
const monthMs = 30 * dayMs

/**
 * The state after one more page. Its entries are added, and where it doesn't reach down to a known entry, the part in
 * between becomes a gap. Pages may come twice, late, or from another tab. Of what is gone further down, nothing is
 * removed; where the newest known entry is gone, the server was restored from a backup, and the list begins anew.
 */
export function withPage(state: ListState, page: ListPage, now: number): ListState {
  return page.after === undefined ? withHead(state, page, now) : withOlder(state, page)
}

/** The state once a cursor was rejected: what is here stays, and the next look at the head begins anew below it. */
export function withoutCursors(state: ListState): ListState {
  return { ...state, gaps: [], newest: null }
}

/** Its entries are here, but not where they lie in the list: all of it is to be read again. */
export function isForgotten({ state, count }: { state: ListState; count: number }): boolean {
  return state.newest === null && count > 0
}

/** How many of its newest entries lie side by side: below the last of them some may be missing. */
export function unbroken({ items, state }: { items: readonly { id: string }[]; state: ListState }): number {
  if (state.newest === null) return 0
  const gap = state.gaps.find((it) => !it.isReview)
  if (!gap?.until) return items.length
  const { id } = gap.until
  return Math.max(
    0,
    items.findIndex((it) => it.id === id),
  )
}

function withHead(state: ListState, page: ListPage, now: number): ListState {
  const { marks, next, top, reviewed } = page
  if (state.beginsAnew || isWithoutNewest(state, page, now))
    return { ...withHead(nothingKnown, page, now), generation: (state.generation ?? 0) + 1 }
  const newest = marks[0] ?? state.newest
  const heard = { ...state, newest, at: now, top }
  if (next === undefined) return { ...heard, gaps: [], reviewedAt: now }
  if (state.newest === null || !reaches(marks, state.newest)) {
    return {
      ...heard,
      gaps: [{ after: next, until: state.newest }, ...state.gaps],
      reviewedAt: state.newest === null ? now : state.reviewedAt,
    }
  }
  // A review that lies ahead was made before the clock was set back.
  const isReviewed = state.reviewedAt <= now && now - state.reviewedAt < dayMs
  if (isReviewed || state.gaps.length > 0) return heard
  return {
    ...heard,
    gaps: [{ after: next, until: reviewed === 'all' ? null : { id: '', at: instant(now - monthMs) }, isReview: true }],
    reviewedAt: now,
  }
}

function withOlder(state: ListState, page: ListPage): ListState {
  const { after, marks, next } = page
  const index = state.gaps.findIndex((it) => it.after === after)
  const gap = state.gaps[index]
  // Another tab has read this page already; adding its entries again does no harm.
  if (gap === undefined) return state
  if (gap.until !== null && !gap.isReview && passes(page, gap.until))
    return { ...withoutCursors(state), beginsAnew: true }
  const isClosed = next === undefined || (gap.until !== null && reaches(marks, gap.until))
  // The end of the list is the end of every gap.
  if (next === undefined) return { ...state, gaps: state.gaps.slice(0, index) }
  return { ...state, gaps: state.gaps.flatMap((it) => (it !== gap ? [it] : isClosed ? [] : [{ ...gap, after: next }])) }
}

/** Whether the newest known entry is gone. An answer from before another tab's look may only be too old to have it. */
function isWithoutNewest({ newest, at }: ListState, page: ListPage, now: number): boolean {
  const isLate = page.askedAt < at && at <= now
  return newest !== null && !isLate && passes(page, newest)
}

/** Whether a page goes past where an entry was without it. A restored server gives its id to another one. */
function passes({ marks, next }: ListPage, known: Mark): boolean {
  if (next !== undefined && !reaches(marks, known)) return false
  return !marks.some(({ id, at }) => id === known.id && at === known.at)
}

/**
 * Whether a page goes down to an entry; well below it also counts, should that entry be gone. Lists aren't sorted to
 * the second.
 */
function reaches(marks: readonly Mark[], known: Mark): boolean {
  const wellBelow = instant(millisOf(known.at) - dayMs)
  return marks.some((it) => it.id === known.id || it.at < wellBelow)
}
