import { extname } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { every, except } from 'hono/combine'
import { etag } from 'hono/etag'

const assets = '/assets/*'

/**
 * Serves the built app, compressed where a `.br` lies beside a file. Browsers keep hashed assets for ever. They ask
 * again for the page, the worker and the manifest each time, and get 304 where their ETag is still right.
 * `demo` comes with the page, whose first frame has to know whether this is a demonstration.
 */
export function staticFiles(dir: string, { demo }: { demo: boolean }): MiddlewareHandler {
  return every(
    caching(demo),
    // The name of an asset is its hash already.
    except(assets, etag()),
    // Not `root`, which complains of a folder that isn't there: a server without a build serves calls only.
    serveStatic({ precompressed: true, rewriteRequestPath: (path) => `${dir}${path}` }),
  )
}

function caching(demo: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status === 404) return
    const isAsset = c.req.path.startsWith('/assets/')
    c.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('vary', 'accept-encoding')
    if (demo && ['', '.html'].includes(extname(c.req.path))) c.header('server-timing', 'demo')
  }
}
