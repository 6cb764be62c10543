import { extname } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { takesBrotli } from './compression.ts'
import { filesInMemory } from './files-in-memory.ts'

/**
 * Serves the built app from memory, compressed where a `.br` lies beside a file. Browsers keep hashed assets for ever.
 * They ask again for the page, the worker and the manifest each time, and get 304 where their ETag is still right.
 * `demo` comes with the page, whose first frame has to know whether this is a demonstration.
 */
export function staticFiles(dir: string, { demo }: { demo: boolean }): MiddlewareHandler {
  const read = filesInMemory()
  return async (c, next) => {
    const path = safePathOf(c.req.path)
    if (path === null) return await next()
    const packed = takesBrotli(c) ? await read(`${dir}${path}.br`) : null
    const file = packed ?? (await read(`${dir}${path}`))
    if (!file) return await next()
    const isAsset = path.startsWith('/assets/')
    c.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('vary', 'accept-encoding')
    if (demo && extname(path) === '.html') c.header('server-timing', 'demo')
    // The name of an asset is its hash already.
    if (!isAsset) c.header('etag', file.tag)
    if (!isAsset && isAmong(c.req.header('if-none-match'), file.tag)) return c.body(null, 304)
    if (packed) c.header('content-encoding', 'br')
    c.header('content-type', getMimeType(path) ?? 'application/octet-stream')
    c.header('content-length', String(file.bytes.byteLength))
    return c.body(file.bytes)
  }
}

/** The path within the folder; null for one that leads out of it, into a folder that is not served, or is none. */
function safePathOf(sent: string): string | null {
  try {
    const path = decodeURIComponent(sent)
    if (/[\\\0]/.test(path) || path.split('/').some((it) => it.startsWith('.'))) return null
    return path.endsWith('/') ? `${path}index.html` : path
  } catch {
    return null
  }
}

function isAmong(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((it) => it.trim().replace(/^W\//, '') === tag) ?? false
}
