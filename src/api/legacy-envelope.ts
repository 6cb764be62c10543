import type { Envelope } from '#protocol/errors.ts'

/**
 * What an older server or a gateway of ours says instead of the envelope (specification 8): `errCode` 501, and with a
 * failed status `code` 401 or 503, mean that the session is over. Undefined for any other body.
 */
export function legacyEnvelope(body: unknown, http: number): Envelope | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { errCode, code, errmsg } = body as Record<string, unknown>
  const isOver = Number(errCode) === 501 || (http >= 300 && (Number(code) === 401 || Number(code) === 503))
  if (!isOver) return undefined
  return { errno: 501, errmsg: typeof errmsg === 'string' ? errmsg : '', data: null }
}
