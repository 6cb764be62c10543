import { read } from 'node:fs'
import { promisify } from 'node:util'
import type { Context as HonoContext, Handler } from 'hono'
import { header, prefix } from '#protocol/headers.ts'
import { streetTilesPath } from '#protocol/locations.ts'
import { DomainError } from './domain-error.ts'
import type { OpenArchive } from './street-archive.ts'

/** More than any tile or directory has. Whole archives, of gigabytes, are never sent. */
const mostBytes = 4 * 1024 * 1024
const readFrom = promisify(read)

/** The address of an archive: by its content, so that its ranges can be kept for ever. */
export function archiveAddress({ version }: OpenArchive): string {
  return `${prefix}${streetTilesPath}/${version}.pmtiles`
}

/**
 * Serves ranges of the archive: 206, or 416 for a range that it doesn't have, that is none, or that is longer than
 * 4 MiB. Without a range it answers 400, and 412 where `If-Range` means another version: never the whole file.
 */
export function streetTiles(archive: OpenArchive | undefined, limit: (c: HonoContext) => void): Handler {
  return async (c) => {
    c.header(header.ours, '1')
    try {
      limit(c)
    } catch (cause) {
      if (cause instanceof DomainError) return c.body(null, 429, { 'retry-after': '1' })
      throw cause
    }
    if (!archive || c.req.path !== archiveAddress(archive)) return c.body(null, 404, { 'cache-control': 'no-store' })
    const tag = `"${archive.version}"`
    c.header('accept-ranges', 'bytes')
    c.header('etag', tag)
    if (c.req.method === 'HEAD') return c.body(null, 200, { ...kept, 'content-length': String(archive.size) })
    const asked = c.req.header('range')
    if (asked === undefined) return c.text('Ask for a range.', 400, { 'cache-control': 'no-store' })
    if ((c.req.header('if-range') ?? tag) !== tag) return c.body(null, 412, { 'cache-control': 'no-store' })
    const range = rangeOf(asked, archive.size)
    if (!range) return c.body(null, 416, { 'content-range': `bytes */${archive.size}`, 'cache-control': 'no-store' })
    const { start, length } = range
    const { buffer, bytesRead } = await readFrom(archive.file, new Uint8Array(length), 0, length, start)
    if (bytesRead < length) throw new Error('the archive of street tiles became shorter while it was served')
    return c.body(buffer, 206, {
      ...kept,
      'content-range': `bytes ${start}-${start + length - 1}/${archive.size}`,
    })
  }
}

const kept = {
  'content-type': 'application/vnd.pmtiles',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** One range, `bytes=0-99`, `bytes=100-` or `bytes=-50`. Undefined for several, and where nothing can be sent. */
function rangeOf(text: string, size: number): { start: number; length: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text) ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  const length = end - start + 1
  return length > 0 && length <= mostBytes ? { start, length } : undefined
}
