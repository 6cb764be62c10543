import { distanceKm, type Position } from './distance.ts'

/**
 * The part of the world that a map shows. The projection is Web Mercator, as in every street map: north is up, angles
 * are true, and the scale depends on the latitude only. Pure functions; lengths on the screen are CSS pixels.
 */
export interface MapView {
  centre: Position
  /** The length of the equator in pixels. */
  world: number
}

export interface Point {
  x: number
  y: number
}
export interface Size {
  width: number
  height: number
}

/** Degrees of latitude at which Web Mercator ends. */
const MOST_LATITUDE = 85
const CLOSEST = 2 ** 27
const FURTHEST = 256
/** Less than half a metre, as a share of the equator: positions this close are one. */
const spot = 1e-8

/** A position in pixels from the middle of the map, by the shorter way round the earth. */
export function toPoint({ centre, world }: MapView, at: Position): Point {
  const aside = ((at.longitude - centre.longitude + 540) % 360) - 180
  return { x: (aside / 360) * world, y: (northing(centre.latitude) - northing(at.latitude)) * world }
}

/** Where a position lies in a world of one pixel: x from 0 at 180 degrees west, y from 0 at the northern edge. */
export function toShare({ latitude, longitude }: Position): Point {
  return { x: (longitude + 180) / 360, y: 0.5 - northing(latitude) }
}

/** The position at a point, which is given in pixels from the middle of the map. */
export function toPosition({ centre, world }: MapView, { x, y }: Point): Position {
  const north = northing(centre.latitude) - y / world
  const latitude = (Math.atan(Math.sinh(north * 2 * Math.PI)) * 180) / Math.PI
  return {
    latitude: Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, latitude)),
    longitude: ((centre.longitude + (x / world) * 360 + 540) % 360) - 180,
  }
}

/** Mercator's distance north of the equator, as a share of the equator's length. */
function northing(latitude: number): number {
  const held = (Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, latitude)) * Math.PI) / 180
  return Math.asinh(Math.tan(held)) / (2 * Math.PI)
}

/**
 * A view of all positions with a margin of `edge` pixels; of a single position with about two kilometres around it. The
 * whole world where there is no position.
 */
export function fitting(positions: readonly Position[], { width, height }: Size, edge = 48): MapView {
  const [first] = positions
  if (!first) return { centre: { latitude: 0, longitude: 0 }, world: Math.max(FURTHEST, width) }
  const unit: MapView = { centre: first, world: 1 }
  const points = positions.map((it) => toPoint(unit, it))
  const [left, right] = [Math.min(...points.map((it) => it.x)), Math.max(...points.map((it) => it.x))]
  const [top, bottom] = [Math.min(...points.map((it) => it.y)), Math.max(...points.map((it) => it.y))]
  const room = (length: number) => Math.max(1, length - 2 * edge)
  const centre = toPosition(unit, { x: (left + right) / 2, y: (top + bottom) / 2 })
  const isSpot = Math.max(right - left, bottom - top) < spot
  const least = isSpot ? 4 / 40_000 / Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180)) : spot
  return {
    centre,
    world: held(Math.min(room(width) / Math.max(right - left, least), room(height) / Math.max(bottom - top, least))),
  }
}

/** Zooms in by a factor; the position at the point `around` stays in place. */
export function zoomed(view: MapView, times: number, around: Point = { x: 0, y: 0 }): MapView {
  const world = held(view.world * times)
  const fixed = toPosition(view, around)
  return { world, centre: toPosition({ centre: fixed, world }, { x: -around.x, y: -around.y }) }
}

export function moved(view: MapView, { x, y }: Point): MapView {
  return { ...view, centre: toPosition(view, { x: -x, y: -y }) }
}

function held(world: number): number {
  return Math.min(CLOSEST, Math.max(FURTHEST, world))
}

/** The length of a scale bar: the largest of 1, 2 or 5 times a power of ten metres that fits into the pixels. */
export function scaleBar(view: MapView, most: number): { metres: number; pixels: number } {
  const wide = 1000 * distanceKm(toPosition(view, { x: -most / 2, y: 0 }), toPosition(view, { x: most / 2, y: 0 }))
  const power = 10 ** Math.floor(Math.log10(wide))
  const metres = ([5, 2, 1].find((it) => it * power <= wide) ?? 1) * power
  return { metres, pixels: most * (metres / wide) }
}

/** The northernmost, easternmost, southernmost and westernmost position of a circle; `radiusKm` in kilometres. */
export function edgesOf(centre: Position, radiusKm: number): Position[] {
  const north = radiusKm / 111.195
  const east = Math.min(179, north / Math.max(0.01, Math.cos((centre.latitude * Math.PI) / 180)))
  return [
    { latitude: Math.min(MOST_LATITUDE, centre.latitude + north), longitude: centre.longitude },
    { latitude: centre.latitude, longitude: ((centre.longitude + east + 540) % 360) - 180 },
    { latitude: Math.max(-MOST_LATITUDE, centre.latitude - north), longitude: centre.longitude },
    { latitude: centre.latitude, longitude: ((centre.longitude - east + 540) % 360) - 180 },
  ]
}
