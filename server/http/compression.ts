import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Context } from 'hono'

const compress = promisify(brotliCompress)

/** Whether the caller reads brotli. Browsers do over TLS, and on this machine. */
export function takesBrotli(c: Context): boolean {
  return /\bbr\b/.test(c.req.header('accept-encoding') ?? '')
}

/**
 * Brotli of what lives for seconds, on another thread: the best compression would take longer than it saves. Not for
 * answers that hold a secret beside what a stranger chose: their length would tell of it. No call has such an answer,
 * as other sites can't ask in a member's name (`rejectOtherSites`).
 */
export async function brotli(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return new Uint8Array(await compress(bytes, { params }))
}
