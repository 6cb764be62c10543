import type { KeyboardEvent } from 'react'

/** Which entry a key moves the focus to. Other keys have no step. */
export type Step = 'next' | 'previous' | 'first' | 'last'

const vertical: Readonly<Record<string, Step>> = { ArrowDown: 'next', ArrowUp: 'previous' }
const horizontal: Readonly<Record<string, Step>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
}
const turned: Readonly<Record<string, Step>> = { ArrowRight: 'previous', ArrowLeft: 'next' }

/**
 * Left and right follow the direction of the script. A vertical list has no Home and End: its search field needs them.
 */
export function stepOf(event: KeyboardEvent, direction: 'vertical' | 'horizontal'): Step | undefined {
  if (direction === 'vertical') return vertical[event.key]
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl'
  return (isFromRight ? turned[event.key] : undefined) ?? horizontal[event.key]
}

/**
 * Moves the focus among the entries that match `selector`. From outside of them, `next` goes to the first entry. Does
 * nothing without a step.
 */
export function moveFocus(
  event: KeyboardEvent,
  within: HTMLElement | null,
  selector: string,
  step: Step | undefined,
): void {
  if (!step || !within) return
  const entries = [...within.querySelectorAll<HTMLElement>(selector)]
  const at = entries.findIndex((it) => it === document.activeElement)
  const to = { next: at + 1, previous: at - 1, first: 0, last: entries.length - 1 }[step]
  const entry = entries[to]
  if (!entry) return
  event.preventDefault()
  event.stopPropagation()
  entry.focus()
}
