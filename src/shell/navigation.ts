/**
 * The navigation rules of specification 2 as pure functions: they decide what each navigation request does. Every link
 * and every `navigate()` of the app is checked here (rules.ts), so no screen has to know the rules.
 */

/** Repeat navigation to the same target within this time is blocked (specification 9). */
export const guardMs = 1000

export interface NavigationRequest {
  /** Path, search and hash, as in the address. */
  href: string
  /** `navigate` adds a page, `redirect` replaces this one, `relaunch` closes all others first. */
  kind: 'navigate' | 'redirect' | 'relaunch'
}

export interface HistoryPosition {
  /** The number of pages below this one. */
  depth: number
  /** The target of the last request, and its time (milliseconds). */
  last?: { href: string; at: number } | undefined
  now: number
}

export type Step =
  | { act: 'ignore'; why: 'empty' | 'repeated' }
  | { act: 'push' }
  /** Go `unwind` pages back, then replace the page found there. */
  | { act: 'replace'; unwind: number }

/** `isTab` says whether a path is one of the bottom tabs: going there is always "switch tab". */
export function stepFor(request: NavigationRequest, position: HistoryPosition, isTab: (path: string) => boolean): Step {
  if (request.href.trim() === '') return { act: 'ignore', why: 'empty' }
  if (request.kind !== 'redirect' && isRepeated(request.href, position)) return { act: 'ignore', why: 'repeated' }
  if (request.kind === 'relaunch' || isTab(pathOf(request.href))) return { act: 'replace', unwind: position.depth }
  return request.kind === 'redirect' ? { act: 'replace', unwind: 0 } : { act: 'push' }
}

/** Back leads to the mall tab where there is no history. */
export function backStep(depth: number): 'back' | 'fall' {
  return depth > 0 ? 'back' : 'fall'
}

export function pathOf(href: string): string {
  return href.replace(/[?#].*$/, '')
}

/** The check of `now >= last.at` stops a clock that was set back from blocking for longer than the guard. */
function isRepeated(href: string, { last, now }: HistoryPosition): boolean {
  return last?.href === href && now >= last.at && now - last.at < guardMs
}
