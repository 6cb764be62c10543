import { createHash } from 'node:crypto'
import type { Context, Handler } from 'hono'
import { calls } from '#protocol/calls.ts'
import { openapi } from './openapi.ts'

/** Serves the description of all calls, made once at the first request. `limit` throws where asked too often. */
export function openapiDocument(limit: (c: Context) => void, origin: string | undefined): Handler {
  let made: { text: string; tag: string } | undefined
  return (c) => {
    try {
      limit(c)
    } catch {
      return c.text('too many requests', 429, { 'retry-after': '1' })
    }
    made ??= document(origin)
    const headers = { etag: made.tag, 'cache-control': 'no-cache' }
    if (c.req.header('if-none-match') === made.tag) return c.body(null, 304, headers)
    return c.body(made.text, 200, { ...headers, 'content-type': 'application/json' })
  }
}

function document(origin: string | undefined): { text: string; tag: string } {
  const text = JSON.stringify(openapi(calls, origin))
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
