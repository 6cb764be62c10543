/**
 * A signature is strokes of points on a field 1000 wide and 400 high, as `g/contract/submit` takes it: vectors, sharp
 * on every screen. All functions here are pure and give new strokes.
 */
export type Point = [x: number, y: number]
export type Stroke = Point[]

export const field = { width: 1000, height: 400 } as const
/** What the call takes at most. */
export const most = { strokes: 40, points: 500 } as const

/** Nearer to the last point than this is the hand's trembling. */
const step = 4
/** Less ink than this is a slip of the finger. */
const leastInk = 120

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A place on the screen as a point of the field. It runs from the left in every language, as the hand does. */
export function pointIn({ left, top, width, height }: Box, clientX: number, clientY: number): Point {
  return [bounded((clientX - left) / width, field.width), bounded((clientY - top) / height, field.height)]
}

function bounded(share: number, size: number): number {
  return Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * size)
}

/** Puts the pen down. What no longer fits is not taken. */
export function penDown(strokes: readonly Stroke[], point: Point): Stroke[] {
  return strokes.length < most.strokes ? [...strokes, [point]] : [...strokes]
}

/** Draws the last stroke on; a very long one goes on in another. */
export function penMoved(strokes: readonly Stroke[], point: Point): Stroke[] {
  const last = strokes.at(-1)
  const from = last?.at(-1)
  if (!last || !from || distance(from, point) < step) return [...strokes]
  if (last.length < most.points) return [...strokes.slice(0, -1), [...last, point]]
  return strokes.length < most.strokes ? [...strokes, [from, point]] : [...strokes]
}

/** Whether enough was drawn to be somebody's. */
export function isSigned(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + inkOf(stroke), 0) >= leastInk
}

function inkOf(stroke: Stroke): number {
  return stroke.slice(1).reduce((sum, point, place) => sum + distance(stroke[place] ?? point, point), 0)
}

function distance([x, y]: Point, [u, w]: Point): number {
  return Math.hypot(u - x, w - y)
}

/** All strokes as one path of SVG; a single point is a dot. */
export function pathOf(strokes: readonly Stroke[]): string {
  return strokes
    .map((stroke) => {
      const [first, ...rest] = stroke
      if (!first) return ''
      return `M${first[0]} ${first[1]}${rest.length === 0 ? 'h0' : rest.map(([x, y]) => `L${x} ${y}`).join('')}`
    })
    .join('')
}
