import type { PointerEvent } from 'react'

/**
 * Position of a pointer along a chart, from 0 at the start of the reading direction to 1: time runs in that direction.
 */
export function alongReading(event: PointerEvent<HTMLElement>): number {
  const { left, right, width } = event.currentTarget.getBoundingClientRect()
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl'
  return (isFromRight ? right - event.clientX : event.clientX - left) / width
}
