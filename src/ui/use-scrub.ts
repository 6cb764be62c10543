import { useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from 'react'
import { alongReading } from './along-reading.ts'

interface Scrub {
  /** Index of the point that is read; undefined while nobody reads one. */
  at: number | undefined
  /** For the element that the points are drawn in. Nothing where there is nothing to move along. */
  handle: HTMLAttributes<HTMLElement>
}

/**
 * Reads single points of a chart: by a finger or pointer, and on the keyboard by arrows, Home and End as on a slider.
 * Arrows follow the reading direction; `row` points lie between a point and the one below it.
 */
export function useScrub(texts: readonly string[], label: string, row = 1): Scrub {
  const [at, setAt] = useState<number>()
  const last = texts.length - 1
  if (last < 1) return { at: undefined, handle: { 'aria-hidden': true } }
  const go = (index: number) => setAt(Math.min(last, Math.max(0, index)))
  const touch = (event: PointerEvent<HTMLElement>) => {
    if (row === 1) return go(Math.round(alongReading(event) * last))
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const place = (part: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(part * count)))
    go(place((event.clientY - top) / height, texts.length / row) * row + place(alongReading(event), row))
  }
  const leave = () => setAt(undefined)
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const here = at ?? last
    const step = stepOf(event, row)
    if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(last)
    else if (event.key === 'Escape' && at !== undefined) leave()
    else if (step !== 0) go(at === undefined ? last : here + step)
    else return
    event.preventDefault()
  }
  return {
    at: at === undefined ? undefined : Math.min(at, last),
    handle: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 1,
      'aria-valuemax': texts.length,
      'aria-valuenow': Math.min(at ?? last, last) + 1,
      'aria-valuetext': texts[at ?? last],
      onKeyDown: key,
      onBlur: leave,
      onPointerMove: touch,
      onPointerDown: touch,
      onPointerLeave: leave,
      onPointerCancel: leave,
    },
  }
}

function stepOf(event: KeyboardEvent<HTMLElement>, row: number): number {
  const isFromRight = getComputedStyle(event.currentTarget).direction === 'rtl'
  switch (event.key) {
    case 'ArrowRight':
      return isFromRight ? -1 : 1
    case 'ArrowLeft':
      return isFromRight ? 1 : -1
    case 'ArrowUp':
      return row === 1 ? 1 : -row
    case 'ArrowDown':
      return row === 1 ? -1 : row
    default:
      return 0
  }
}
