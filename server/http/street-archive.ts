import { createHash } from 'node:crypto'
import { fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bytesToHeader, Compression, TileType, type Header } from 'pmtiles'
import * as v from 'valibot'
import { StartError } from '../start-error.ts'

/** An open archive of street tiles. It stays the same while the server runs, whatever takes its place on the disk. */
export interface OpenArchive {
  /** File descriptor. */
  file: number
  /** Bytes. */
  size: number
  /** Changes with the content. */
  version: string
  /** Who drew the streets, as text. */
  attribution: string
  /** Streets that are nowhere to be found: those of the demonstration. */
  isInvented: boolean
}

const headerBytes = 127
const readable = new Set([Compression.None, Compression.Gzip])

/** What the archive says of itself; the style of the map draws these layers (src/ui/street-style.ts). */
const Metadata = v.object({
  attribution: v.optional(v.string(), ''),
  invented: v.optional(v.boolean(), false),
  vector_layers: v.array(v.object({ id: v.string() })),
})

/** Opens an archive. Throws, with what is wrong in words for the operator, where maps could not be drawn from it. */
export function openArchive(path: string): OpenArchive {
  const fail = (problem: string, cause?: unknown) => new StartError(`TILES: ${path} ${problem}`, { cause })
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    throw fail('cannot be opened', cause)
  }
  const { size } = fstatSync(file)
  const read = (offset: number, length: number) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
  }
  const first = read(0, headerBytes)
  if (first.length < headerBytes || first.toString('latin1', 0, 7) !== 'PMTiles') throw fail('is no PMTiles archive')
  if (first[7] !== 3) throw fail(`is a PMTiles archive of version ${first[7]}, and 3 is read`)
  const header = bytesToHeader(first.buffer.slice(first.byteOffset, first.byteOffset + headerBytes))
  if (endOf(header) > size) throw fail(`is cut short: ${size} bytes of ${endOf(header)}`)
  if (header.tileType !== TileType.Mvt) throw fail('has pictures, not vector tiles')
  if (!readable.has(header.internalCompression) || !readable.has(header.tileCompression))
    throw fail('is compressed otherwise than by gzip, which browsers cannot read')
  const directory = read(header.rootDirectoryOffset, header.rootDirectoryLength)
  const said = read(header.jsonMetadataOffset, header.jsonMetadataLength)
  const { attribution, invented, vector_layers } = metadataOf(header, said, fail)
  if (!vector_layers.some((it) => it.id === 'roads'))
    throw fail('has no layer "roads": streets are drawn from tiles in the schema of Protomaps')
  const digest = createHash('sha256').update(first).update(directory).update(said).update(String(size))
  const version = digest.digest('base64url').slice(0, 22)
  return { file, size, version, attribution: textOf(attribution), isInvented: invented }
}

function endOf(header: Header): number {
  return Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  )
}

function metadataOf(header: Header, said: Buffer, fail: (problem: string, cause: unknown) => Error) {
  try {
    const text = header.internalCompression === Compression.Gzip ? gunzipSync(said) : said
    return v.parse(Metadata, JSON.parse(text.toString()))
  } catch (cause) {
    throw fail('does not say which layers it has', cause)
  }
}

/** Archives give it as HTML, with a link. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&copy;|&#169;/g, '©')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, 200)
}
