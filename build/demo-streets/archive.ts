import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import { bytes, varint } from './vector-tile.ts'

export interface Tile {
  z: number
  x: number
  y: number
  data: Uint8Array
}

interface Entry {
  id: number
  offset: number
  length: number
}

const headerBytes = 127
/** `Gzip` and `Mvt` in the specification of PMTiles 3. */
const gzip = 2
const mvt = 1

/**
 * A PMTiles 3 archive with one directory: equal tiles are stored once. `box` is west, south, east, north in degrees.
 * The same tiles give the same bytes as long as zlib compresses alike.
 */
export function archiveOf(
  tiles: readonly Tile[],
  box: readonly [number, number, number, number],
  metadata: object,
): Uint8Array {
  const placed = new Map<string, { offset: number; length: number }>()
  const contents: Uint8Array[] = []
  let size = 0
  const entries = tiles
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, data }): Entry => {
      const key = Buffer.from(data).toString('base64')
      const known = placed.get(key)
      if (known) return { id, ...known }
      const packed = packedOf(data)
      const place = { offset: size, length: packed.length }
      contents.push(packed)
      size += packed.length
      placed.set(key, place)
      return { id, ...place }
    })
  const directory = packedOf(directoryOf(entries))
  const about = packedOf(new TextEncoder().encode(JSON.stringify(metadata)))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const aboutAt = headerBytes + directory.length
  const dataAt = aboutAt + about.length
  // The leaf directories would lie between the metadata and the tiles; there are none.
  const numbers = [headerBytes, directory.length, aboutAt, about.length, dataAt, 0, dataAt, size]
  const counts = [entries.length, entries.length, contents.length]
  for (const [index, value] of [...numbers, ...counts].entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  const zooms = tiles.map((it) => it.z)
  header.set([1, gzip, gzip, mvt, Math.min(...zooms), Math.max(...zooms)], 96)
  const degrees = [...box]
  for (const [index, it] of degrees.entries()) header.writeInt32LE(Math.round(it * 1e7), 102 + 4 * index)
  header[118] = Math.min(...zooms)
  header.writeInt32LE(Math.round(((box[0] + box[2]) / 2) * 1e7), 119)
  header.writeInt32LE(Math.round(((box[1] + box[3]) / 2) * 1e7), 123)
  return bytes([header, directory, about, ...contents])
}

/** Columns, each as differences: ids, how many tiles an entry stands for, lengths, places. */
function directoryOf(entries: readonly Entry[]): Uint8Array {
  return bytes([
    varint(entries.length),
    ...entries.map(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0))),
    ...entries.map(() => varint(1)),
    ...entries.map(({ length }) => varint(length)),
    ...entries.map(({ offset }, index) => {
      const before = entries[index - 1]
      // 0 stands for "right after the one before".
      return varint(before && before.offset + before.length === offset ? 0 : offset + 1)
    }),
  ])
}

function packedOf(data: Uint8Array): Uint8Array {
  const packed = gzipSync(data, { level: 9 })
  // The byte that names the operating system.
  packed[9] = 255
  return packed
}
