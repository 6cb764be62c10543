import type { Place } from './country.ts'
import { encodeTile, type TileFeature, type TilePoint } from './vector-tile.ts'

export interface Feature {
  layer: 'earth' | 'landuse' | 'water' | 'roads' | 'places'
  /** `outside` is everything but the area. */
  shape: 'area' | 'outside' | 'line' | 'point'
  /** The zooms at which it is drawn. */
  from: number
  until?: number
  tags: Readonly<Record<string, string>>
  at: readonly Place[]
}

/** A feature in Web Mercator, in a world that is 1 wide, with the box around it. */
export interface Projected extends Feature {
  points: readonly TilePoint[]
  box: readonly [number, number, number, number]
}

const extent = 4096
/** Beyond the edge of the tile, so that lines are not seen to end there. */
const buffer = 64

export function projected(feature: Feature): Projected {
  const points = feature.at.map(toWorld)
  const [xs, ys] = [points.map((it) => it[0]), points.map((it) => it[1])]
  return { ...feature, points, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
}

export function toWorld([longitude, latitude]: Place): TilePoint {
  const angle = (latitude * Math.PI) / 180
  return [(longitude + 180) / 360, 0.5 - Math.asinh(Math.tan(angle)) / (2 * Math.PI)]
}

/** The bytes of a tile; undefined where nothing is in it. */
export function tileOf(features: readonly Projected[], z: number, x: number, y: number): Uint8Array | undefined {
  const world = 2 ** z
  const edge = buffer / extent
  const [west, north, east, south] = [x - edge, y - edge, x + 1 + edge, y + 1 + edge].map((it) => it / world) as [
    number,
    number,
    number,
    number,
  ]
  const found = features.flatMap((feature): TileFeature[] => {
    const [left, top, right, bottom] = feature.box
    const isNear = left <= east && right >= west && top <= south && bottom >= north
    if (z < feature.from || z > (feature.until ?? 30) || (!isNear && feature.shape !== 'outside')) return []
    const points = feature.points.map((it): TilePoint => [(it[0] * world - x) * extent, (it[1] * world - y) * extent])
    const parts = partsOf(feature.shape, points)
    return parts.length === 0 ? [] : [{ ...feature, parts }]
  })
  return found.length === 0 ? undefined : encodeTile(found, extent)
}

function partsOf(shape: Feature['shape'], points: readonly TilePoint[]): TilePoint[][] {
  const [low, high] = [-buffer, extent + buffer]
  if (shape === 'point')
    return points.filter((it) => it.every((at) => at >= 0 && at < extent)).map((it) => [rounded(it)])
  if (shape === 'line')
    return clippedLine(points, low, high)
      .map(tidy)
      .filter((it) => it.length > 1)
  const area = tidy(clippedArea(points, low, high))
  const ring = area.length > 3 ? [turned(area, 1)] : []
  if (shape === 'area') return ring
  // A little larger than the hole, whose edges would otherwise lie on it.
  const [start, end] = [2 * low, extent + 2 * buffer]
  const all: TilePoint[] = [
    [start, start],
    [end, start],
    [end, end],
    [start, end],
  ]
  const isAllLand = Math.abs(signedArea(area)) > 0.999 * (high - low) ** 2
  return isAllLand ? [] : [turned(all, 1), ...ring.map((it) => turned(it, -1))]
}

function rounded([x, y]: TilePoint): TilePoint {
  return [Math.round(x), Math.round(y)]
}

/** Whole numbers, without points that follow themselves. */
function tidy(points: readonly TilePoint[]): TilePoint[] {
  return points
    .map(rounded)
    .filter((it, index, all) => index === 0 || it[0] !== all[index - 1]![0] || it[1] !== all[index - 1]![1])
}

function turned(ring: TilePoint[], sign: number): TilePoint[] {
  return Math.sign(signedArea(ring)) === sign ? ring : ring.toReversed()
}

function signedArea(ring: readonly TilePoint[]): number {
  return (
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!
      return sum + x * nextY - nextX * y
    }, 0) / 2
  )
}

/** Sutherland and Hodgman: the area within a square. */
function clippedArea(points: readonly TilePoint[], low: number, high: number): readonly TilePoint[] {
  return [0, 1].reduce(
    (area, axis) =>
      [1, -1].reduce((ring, sign) => {
        const limit = sign === 1 ? low : high
        const isIn = (it: TilePoint) => sign * (it[axis]! - limit) >= 0
        return ring.flatMap((to, index) => {
          const from = ring[(index + ring.length - 1) % ring.length]!
          const crossing = isIn(from) === isIn(to) ? [] : [cut(from, to, axis, limit)]
          return isIn(to) ? [...crossing, to] : crossing
        })
      }, area),
    points,
  )
}

function cut(from: TilePoint, to: TilePoint, axis: number, limit: number): TilePoint {
  const share = (limit - from[axis]!) / (to[axis]! - from[axis]!)
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}

/** The parts of a line that lie within a square. */
function clippedLine(points: readonly TilePoint[], low: number, high: number): TilePoint[][] {
  const parts: TilePoint[][] = []
  points.forEach((to, index) => {
    const from = points[index - 1]
    const inside = from && clippedPart(from, to, low, high)
    if (!inside) return
    const last = parts.at(-1)
    const end = last?.at(-1)
    if (last && end && end[0] === inside[0][0] && end[1] === inside[0][1]) last.push(inside[1])
    else parts.push([...inside])
  })
  return parts
}

/** Liang and Barsky. */
function clippedPart(from: TilePoint, to: TilePoint, low: number, high: number): [TilePoint, TilePoint] | undefined {
  let [begin, end] = [0, 1]
  for (const axis of [0, 1] as const) {
    const by = to[axis] - from[axis]
    for (const [step, room] of [
      [-by, from[axis] - low],
      [by, high - from[axis]],
    ] as const) {
      if (step === 0 && room < 0) return undefined
      if (step < 0) begin = Math.max(begin, room / step)
      if (step > 0) end = Math.min(end, room / step)
    }
  }
  if (begin >= end) return undefined
  const at = (share: number): TilePoint => [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
  return [begin === 0 ? from : at(begin), end === 1 ? to : at(end)]
}
