import type { Context as HonoContext, Handler } from 'hono'
import { header } from '#protocol/headers.ts'
import type { Database } from '../db/open.ts'
import { digestIn } from '../picture-address.ts'
import { DomainError } from './domain-error.ts'

/**
 * Serves a picture to whoever knows its address, as an `<img>` carries no token. The address can't be guessed: it is
 * the digest of the picture's bytes.
 */
export function picture(database: Database, limit: (c: HonoContext) => void): Handler {
  return async (c) => {
    c.header(header.ours, '1')
    try {
      limit(c)
    } catch (cause) {
      if (cause instanceof DomainError) return c.body(null, 429, { 'retry-after': '1' })
      throw cause
    }
    const digest = digestIn(c.req.param('name') ?? '')
    const found = digest === undefined ? undefined : await bytesOf(database, digest)
    if (!found) return c.body(null, 404, { 'cache-control': 'no-store' })
    return c.body(new Uint8Array(found.bytes), 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
}

async function bytesOf({ kysely }: Database, digest: string): Promise<{ bytes: Uint8Array } | undefined> {
  return await kysely
    .selectFrom('avatar')
    .select('bytes')
    .where('digest', '=', digest)
    .unionAll(kysely.selectFrom('productPicture').select('bytes').where('digest', '=', digest))
    .limit(1)
    .executeTakeFirst()
}
