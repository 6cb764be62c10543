import { useEffect, useRef } from 'react'
import type { Point } from '../lib/map-view.ts'

/**
 * How far the fingers moved, the factor by which their distance grew, and the fixed point in the element's own pixels.
 */
export type Drag = (by: Point, times: number, around: Point) => void

/**
 * One finger pans, two fingers zoom. The element needs `touch-action: none`. A press on a button inside it stays a
 * press until the finger has moved by `slack`.
 */
export function useDragging(frame: { current: HTMLElement | null }, onDrag: Drag): void {
  const drag = useRef(onDrag)
  useEffect(() => {
    drag.current = onDrag
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const fingers = new Map<number, Point>()
    const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY })
    let isStroke = false
    const begin = (event: PointerEvent) => {
      if (fingers.size === 0) isStroke = false
      fingers.set(event.pointerId, at(event))
    }
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const by = { x: event.clientX - before.x, y: event.clientY - before.y }
      if (!isStroke && Math.hypot(by.x, by.y) < slack && fingers.size === 1) return
      isStroke = true
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, at(event))
      const box = element.getBoundingClientRect()
      const times = other ? distance(at(event), other) / Math.max(1, distance(before, other)) : 1
      const fixed = other ?? at(event)
      drag.current(other ? { x: 0, y: 0 } : by, times, { x: fixed.x - box.left, y: fixed.y - box.top })
    }
    const end = (event: PointerEvent) => fingers.delete(event.pointerId)
    const keepFromPressing = (event: MouseEvent) => {
      if (isStroke && event.detail > 0) event.stopPropagation()
      isStroke = false
    }
    const listeners = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end } as const
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name as 'pointerdown', listener)
    element.addEventListener('click', keepFromPressing, true)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name as 'pointerdown', listener)
      element.removeEventListener('click', keepFromPressing, true)
    }
  }, [frame])
}

/** Pixels that a finger may move during a press without starting to pan. */
const slack = 6

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
