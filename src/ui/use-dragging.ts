import { useEffect, useRef } from 'react'
import type { Point } from '../lib/map-view.ts'

/**
 * How far the fingers moved, the factor to zoom by, and the point that stays in place, in the element's own pixels.
 */
export type Drag = (by: Point, times: number, around: Point) => void

/**
 * One finger pans. Two fingers zoom, as do a trackpad's pinch, the wheel with Ctrl and a double press; the wheel alone
 * scrolls the page. The element needs `touch-action: none`. A press on a button inside it stays a press until the
 * finger has moved by `slack`.
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
    const at = (event: MouseEvent): Point => ({ x: event.clientX, y: event.clientY })
    const inside = ({ x, y }: Point): Point => {
      const box = element.getBoundingClientRect()
      return { x: x - box.left, y: y - box.top }
    }
    const zoom = (event: MouseEvent, times: number) => drag.current(still, times, inside(at(event)))
    let isStroke = false
    /** The last press beside any button. */
    let last: { point: Point; at: number } | undefined
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
      const times = other ? distance(at(event), other) / Math.max(1, distance(before, other)) : 1
      drag.current(other ? still : by, times, inside(other ?? at(event)))
    }
    const end = (event: PointerEvent) => fingers.delete(event.pointerId)
    const lift = (event: PointerEvent) => {
      end(event)
      const isOnButton = (event.target as Element).closest('button') !== null
      // A mouse's other buttons open menus and tabs.
      const isPress = event.button === 0 && !isStroke && fingers.size === 0 && !isOnButton
      const press = isPress ? { point: at(event), at: event.timeStamp } : undefined
      const isSecond = press && last && press.at - last.at < doubleMs && distance(press.point, last.point) < fingertip
      last = isSecond ? undefined : press
      if (isSecond) zoom(event, 2)
    }
    const wheel = (event: WheelEvent) => {
      // What a trackpad's pinch sends as well.
      if (!event.ctrlKey) return
      event.preventDefault()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : linePixels)
      zoom(event, 2 ** Math.min(1, Math.max(-1, -pixels / doublingPixels)))
    }
    const keepFromPressing = (event: MouseEvent) => {
      if (isStroke && event.detail > 0) event.stopPropagation()
      isStroke = false
    }
    const listeners = { pointerdown: begin, pointermove: move, pointerup: lift, pointercancel: end } as const
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name as 'pointerdown', listener)
    element.addEventListener('click', keepFromPressing, true)
    // Not passive, or the browser would enlarge the whole page besides.
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name as 'pointerdown', listener)
      element.removeEventListener('click', keepFromPressing, true)
      element.removeEventListener('wheel', wheel)
    }
  }, [frame])
}

/** Pixels that a finger may move during a press without starting to pan. */
const slack = 6
/** Two presses within this time and distance are a double one. */
const doubleMs = 300
const fingertip = 24
/** Pixels of the wheel that double the size: a pinch sends a few at a time, a notch of a mouse about a hundred. */
const doublingPixels = 50
const linePixels = 16
const still: Point = { x: 0, y: 0 }

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
