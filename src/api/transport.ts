import { appVersion, appVersionCode, header, prefix, requestTimeoutMs } from '#protocol/headers.ts'
import type { Call } from '#protocol/call.ts'
import type { Envelope } from '#protocol/errors.ts'
import { millisOf, type Clock } from '../lib/clock.ts'
import { ApiError } from './api-error.ts'
import { legacyEnvelope } from './legacy-envelope.ts'
import { hearServerTime } from './server-time.ts'

/** The caller, as the headers name it (specification 7). */
export interface Caller {
  appType: string
  language: string
  country: string
  device: string
  /** The browser and its system; printable ASCII, at most 256 characters. */
  userAgent: string
}

/** The dependencies of a request. */
export interface Transport {
  fetch: (url: string, request: RequestInit) => Promise<Response>
  /** Origin to call; empty for the page's own. */
  base: string
  clock: Clock
  caller: () => Caller
  /** A signal that aborts after so many milliseconds. */
  timeout: (ms: number) => AbortSignal
}

export interface TransportRequest {
  args: Record<string, unknown>
  token?: string | undefined
  key?: string | undefined
  sequence?: number | undefined
  proof?: string | undefined
  /** The bytes of a call with `mostBodyBytes`. */
  body?: Uint8Array<ArrayBuffer> | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/**
 * Sends one request. Resolves with the body where our server answers errno 0; rejects with ApiError in all other cases.
 */
export async function sendRequest(transport: Transport, call: Call, request: TransportRequest): Promise<unknown> {
  const timeout = transport.timeout(request.timeoutMs ?? requestTimeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  let http = 0
  const sentAt = transport.clock.now()
  try {
    const response = await transport.fetch(transport.base + prefix + addressOf(call, request.args), {
      method: call.method,
      headers: headersOf(call, transport.caller(), request),
      ...bodyOf(call, request),
      // A redirect comes from a captive portal or a proxy and leads to its log-in page: our server never redirects.
      redirect: 'manual',
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    http = statusOf(response)
    if (!response.headers.has(header.ours) || !response.headers.get('content-type')?.includes('json')) {
      throw new ApiError('notOurs', `not our server (HTTP ${http})`, {
        http,
        retryAfter: retryAfterOf(response, transport.clock),
      })
    }
    hearServerTime(response.headers.get('date'), sentAt, transport.clock)
    return opened(JSON.parse(await response.text()), http, retryAfterOf(response, transport.clock))
  } catch (failure) {
    if (failure instanceof ApiError) throw failure
    // A proxy may change the body of an answer and leave its headers, as for an upload that it finds too large.
    if (failure instanceof SyntaxError) throw new ApiError('notOurs', 'not JSON', { http, cause: failure })
    if (request.signal?.aborted) throw new ApiError('aborted', 'given up by the caller', { http, cause: failure })
    if (timeout.aborted) throw new ApiError('timeout', 'no answer within the time-out', { http, cause: failure })
    throw new ApiError('network', 'the network failed', { http, cause: failure })
  }
}

/** The data of an envelope that came with this HTTP status. Throws ApiError where it isn't our success. */
export function opened(body: unknown, http: number, retryAfter?: number): unknown {
  const envelope = isEnvelope(body) ? body : legacyEnvelope(body, http)
  if (!envelope) throw new ApiError('notOurs', 'not our envelope', { http })
  const { errno, errmsg, data } = envelope
  if (errno === 0 && http === 200) return data
  // Success is HTTP 200 only (specification 7): any other 2xx comes from a proxy.
  if (errno === 0 && http < 300) throw new ApiError('notOurs', `not our success (HTTP ${http})`, { http })
  // The errno must not be the HTTP status: as an errno, 401 and 503 mean that the session is over.
  throw new ApiError('rejected', errmsg, { errno: errno || 500, http, retryAfter, data })
}

/** The HTTP status; 300 for a redirect, because browsers hide its status. */
function statusOf(response: Response): number {
  return response.type === 'opaqueredirect' ? 300 : response.status
}

function isEnvelope(body: unknown): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'errno' in body &&
    Number.isSafeInteger(body.errno) &&
    'errmsg' in body &&
    typeof body.errmsg === 'string' &&
    'data' in body
  )
}

function bodyOf(call: Call, { args, body }: TransportRequest): { body?: BodyInit } {
  if (call.method === 'GET') return {}
  if (call.mostBodyBytes !== undefined) return { body: body ?? new Uint8Array() }
  return { body: JSON.stringify({ ...withoutPath(call, args), version: appVersion }) }
}

/**
 * Path and query below `/wx/`. The arguments fill `{name}` in the path. The rest goes into the query of a GET or of a
 * call whose body is bytes; lists are joined by commas.
 */
export function addressOf(call: Call, args: Record<string, unknown>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(args[name])))
  if (call.method === 'POST' && call.mostBodyBytes === undefined) return path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(withoutPath(call, args))) {
    if (value !== undefined && value !== null) query.set(name, textOf(value))
  }
  query.set('version', appVersion)
  return `${path}?${query}`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function withoutPath(call: Call, args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !call.path.includes(`{${name}}`)))
}

function headersOf(call: Call, caller: Caller, request: TransportRequest): Record<string, string> {
  return {
    'content-type': call.mostBodyBytes === undefined ? 'application/json' : 'application/octet-stream',
    accept: 'application/json',
    [header.appType]: caller.appType,
    [header.version]: appVersion,
    [header.versionCode]: String(appVersionCode),
    [header.country]: caller.country,
    [header.language]: caller.language,
    [header.device]: caller.device,
    [header.userAgent]: caller.userAgent,
    ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
    ...(request.key === undefined ? {} : { [header.key]: request.key }),
    ...(request.proof === undefined ? {} : { [header.proof]: request.proof }),
    ...(request.sequence === undefined ? {} : { [header.sequence]: String(request.sequence) }),
  }
}

/**
 * The delay in `Retry-After`, seconds or a date (RFC 9110, 10.2.3), in milliseconds from now; undefined where absent or
 * unreadable.
 */
function retryAfterOf(response: Response, clock: Clock): number | undefined {
  const text = response.headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : millisOf(text) - clock.now()
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}
