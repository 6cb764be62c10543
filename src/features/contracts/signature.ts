/**
 * A signature is a list of strokes, and a stroke is a list of points on a field 1000 wide and 400 high, as
 * `g/contract/submit` takes it. Vectors are sharp on every screen. All functions here are pure and return new strokes.
 */
export type Point = [x: number, y: number]
export type Stroke = Point[]

export const field = { width: 1000, height: 400 } as const
/** The bounds of `g/contract/submit`. */
export const most = { strokes: 40, points: 500 } as const

/** Points closer than this to the last one are dropped: they come from a trembling hand. */
const step = 4
/** Strokes that are shorter in total than this were made by accident. */
const leastInk = 120

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Converts a place on the screen to a point of the field. The x axis starts at the left in right-to-left scripts too.
 */
export function pointIn({ left, top, width, height }: Box, clientX: number, clientY: number): Point {
  return [bounded((clientX - left) / width, field.width), bounded((clientY - top) / height, field.height)]
}

function bounded(share: number, size: number): number {
  return Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * size)
}

/** Begins a stroke. A stroke or point beyond the bounds is ignored. */
export function penDown(strokes: readonly Stroke[], point: Point): Stroke[] {
  return strokes.length < most.strokes ? [...strokes, [point]] : [...strokes]
}

/** Adds a point to the last stroke. A stroke that has too many points continues in a new one. */
export function penMoved(strokes: readonly Stroke[], point: Point): Stroke[] {
  const last = strokes.at(-1)
  const from = last?.at(-1)
  if (!last || !from || distance(from, point) < step) return [...strokes]
  if (last.length < most.points) return [...strokes.slice(0, -1), [...last, point]]
  return strokes.length < most.strokes ? [...strokes, [from, point]] : [...strokes]
}

/** Whether the strokes are long enough to be a signature. */
export function isSigned(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + inkOf(stroke), 0) >= leastInk
}

function inkOf(stroke: Stroke): number {
  return stroke.slice(1).reduce((sum, point, place) => sum + distance(stroke[place] ?? point, point), 0)
}

function distance([x, y]: Point, [u, w]: Point): number {
  return Math.hypot(u - x, w - y)
}

/** All strokes as one SVG path; a single point becomes a dot. */
export function pathOf(strokes: readonly Stroke[]): string {
  return strokes
    .map((stroke) => {
      const [first, ...rest] = stroke
      if (!first) return ''
      return `M${first[0]} ${first[1]}${rest.length === 0 ? 'h0' : rest.map(([x, y]) => `L${x} ${y}`).join('')}`
    })
    .join('')
}
