import type { Envelope } from '#protocol/errors.ts'

/**
 * Reads the error of an older server or a gateway that doesn't send our envelope (specification 8). `errCode` 501 means
 * that the session is over, and so do `code` 401 and 503 with a failed status. Undefined for any other body.
 */
export function legacyEnvelope(body: unknown, http: number): Envelope | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { errCode, code, errmsg } = body as Record<string, unknown>
  const isOver = Number(errCode) === 501 || (http >= 300 && (Number(code) === 401 || Number(code) === 503))
  if (!isOver) return undefined
  return { errno: 501, errmsg: typeof errmsg === 'string' ? errmsg : '', data: null }
}
