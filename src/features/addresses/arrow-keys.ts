import type { KeyboardEvent } from 'react'

/** Where an arrow leads: to the entry after or before, to the first or the last; undefined for any other key. */
export type Step = 'next' | 'previous' | 'first' | 'last'

const vertical: Readonly<Record<string, Step>> = { ArrowDown: 'next', ArrowUp: 'previous' }
const horizontal: Readonly<Record<string, Step>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
}
const turned: Readonly<Record<string, Step>> = { ArrowRight: 'previous', ArrowLeft: 'next' }

/** Left and right run as the language does. Home and End stay the field's own in a column with a search in it. */
export function stepOf(event: KeyboardEvent, direction: 'vertical' | 'horizontal'): Step | undefined {
  if (direction === 'vertical') return vertical[event.key]
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl'
  return (isFromRight ? turned[event.key] : undefined) ?? horizontal[event.key]
}

/**
 * Moves the focus among the entries that `selector` names; from outside of them, forwards to the first. Does nothing
 * without a step.
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
