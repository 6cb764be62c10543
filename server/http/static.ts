import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { MiddlewareHandler } from 'hono'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Serves the built app. Hashed assets never change and are kept by browsers for ever; the page, the worker and
 * the manifest are asked for again each time. Files with a `.br` beside them travel compressed. The page comes with the word
 * whether this is a demonstration, which its first frame has to know (src/shell/demo-ribbon.tsx).
 */
export function staticFiles(dir: string, { demo }: { demo: boolean }): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const wanted = decodeURIComponent(new URL(c.req.url).pathname)
    const path = normalize(wanted === '/' ? '/index.html' : wanted)
    const type = types[extname(path)]
    if (!type || path.includes('..') || path.includes('\0')) return next()
    const file = join(dir, path)
    const compressed = (c.req.header('accept-encoding') ?? '').includes('br') ? await sizeOf(`${file}.br`) : null
    const plain = compressed === null ? await sizeOf(file) : null
    if (compressed === null && plain === null) return next()
    c.header('content-type', type)
    c.header('vary', 'accept-encoding')
    c.header('cache-control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (demo && extname(path) === '.html') c.header('server-timing', 'demo')
    if (compressed !== null) c.header('content-encoding', 'br')
    const body = await readFile(compressed === null ? file : `${file}.br`)
    c.header('content-length', String(body.byteLength))
    return c.req.method === 'HEAD' ? c.body(null) : c.body(new Uint8Array(body))
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    const found = await stat(file)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}
