import type { Context as HonoContext, Handler } from 'hono'
import { header, prefix } from '#protocol/headers.ts'
import type { Database } from '../../db/open.ts'
import { DomainError } from '../../http/domain-error.ts'

/** Under `/wx/`: where pictures of members are served. */
export const picturePath = 'picture'

/** The address of a picture: by its content, so that it can be kept for ever. */
export function pictureAddress(digest: string): string {
  return `${prefix}${picturePath}/${digest}.webp`
}

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
    const digest = /^([\w-]{43})\.webp$/.exec(c.req.param('name') ?? '')?.[1]
    const found =
      digest === undefined
        ? undefined
        : await database.kysely
            .selectFrom('avatar')
            .select('bytes')
            .where('digest', '=', digest)
            .limit(1)
            .executeTakeFirst()
    if (!found) return c.body(null, 404, { 'cache-control': 'no-store' })
    return c.body(new Uint8Array(found.bytes), 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
}
