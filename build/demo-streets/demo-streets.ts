import { archiveOf, type Tile } from './archive.ts'
import { cities } from './country.ts'
import { drawn } from './draw.ts'
import { projected, tileOf, toWorld } from './tile.ts'

type Box = readonly [west: number, south: number, east: number, north: number]

const java: Box = [105, -9, 115, -5.7]
/** Up to `country`, tiles of the whole island; from there to `city`, those of the cities. */
const zooms = { country: 9, city: 13 }

/** The streets of the demonstration, as an archive in the schema of Protomaps. */
export function demoStreets(): Uint8Array {
  const features = drawn().map(projected)
  const tiles: Tile[] = []
  for (let z = 0; z <= zooms.city; z++) {
    const boxes = z <= zooms.country ? [java] : cities.map((it) => it.box)
    const places = new Map(boxes.flatMap((it) => within(it, z)).map((it) => [it.join('/'), it]))
    for (const [x, y] of places.values()) {
      const data = tileOf(features, z, x, y)
      if (data) tiles.push({ z, x, y, data })
    }
  }
  return archiveOf(tiles, java, {
    name: 'Streets of the demonstration',
    invented: true,
    vector_layers: ['earth', 'landuse', 'water', 'roads', 'places'].map((id) => ({ id, fields: { kind: 'String' } })),
  })
}

function within([west, south, east, north]: Box, z: number): [number, number][] {
  const world = 2 ** z
  const [left, top] = toWorld([west, north])
  const [right, bottom] = toWorld([east, south])
  const found: [number, number][] = []
  for (let x = Math.floor(left * world); x <= Math.floor(right * world); x++)
    for (let y = Math.floor(top * world); y <= Math.floor(bottom * world); y++) found.push([x, y])
  return found
}
