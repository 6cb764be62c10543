import type { PointerEvent } from 'react'

/** How far along a chart a pointer is, from 0 where reading begins to 1: time runs as the language does. */
export function alongReading(event: PointerEvent<HTMLElement>): number {
  const { left, right, width } = event.currentTarget.getBoundingClientRect()
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl'
  return (isFromRight ? right - event.clientX : event.clientX - left) / width
}
