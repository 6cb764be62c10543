import { appVersion, appVersionCode, header, prefix, requestTimeoutMs } from '#protocol/headers.ts'
import type { Call } from '#protocol/call.ts'
import type { Envelope } from '#protocol/errors.ts'
import { millisOf, type Clock } from '../lib/clock.ts'
import { ApiError } from './api-error.ts'
import { legacyEnvelope } from './legacy-envelope.ts'

/** Who speaks, as section 7 wants it in the headers. */
export interface Caller {
  appType: string
  language: string
  country: string
  device: string
  /** Which browser on which system; printable ASCII, at most 256 characters. */
  userAgent: string
}

/** Everything outside of us that one request needs. */
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

/** Sends one request. Resolves with our server's body when it says errno 0; rejects with ApiError for all else. */
export async function sendRequest(transport: Transport, call: Call, request: TransportRequest): Promise<unknown> {
  const timeout = transport.timeout(request.timeoutMs ?? requestTimeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  let http = 0
  try {
    const response = await transport.fetch(transport.base + addressOf(call, request.args), {
      method: call.method,
      headers: headersOf(call, transport.caller(), request),
      ...bodyOf(call, request),
      // A redirect is a portal's or a proxy's way to a log-in page; ours never redirects, and none is followed.
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
    return opened(JSON.parse(await response.text()), response, transport.clock)
  } catch (failure) {
    if (failure instanceof ApiError) throw failure
    if (request.signal?.aborted) throw new ApiError('aborted', 'given up by the caller', { http, cause: failure })
    if (timeout.aborted) throw new ApiError('timeout', 'no answer within the time-out', { http, cause: failure })
    throw new ApiError('network', 'the network failed', { http, cause: failure })
  }
}

function opened(body: unknown, response: Response, clock: Clock): unknown {
  const { status } = response
  const envelope = isEnvelope(body) ? body : legacyEnvelope(body, status)
  if (!envelope) throw new ApiError('notOurs', 'not our envelope', { http: status })
  const { errno, errmsg, data } = envelope
  if (errno === 0 && status === 200) return data
  // Success is HTTP 200 and nothing else (specification 7): another 2xx was written by somebody on the way.
  if (errno === 0 && response.ok) throw new ApiError('notOurs', `not our success (HTTP ${status})`, { http: status })
  throw new ApiError('rejected', errmsg, {
    // Not the status: in a body, 401 and 503 mean that the session is over.
    errno: errno || 500,
    http: status,
    retryAfter: retryAfterOf(response, clock),
    data,
  })
}

/** The status line. Of a redirect browsers say nothing but that it was one: 300. */
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
 * Path and query. `{name}` in a path is taken out of the arguments; the query of a GET, or beside bytes, carries the
 * rest, lists joined by commas.
 */
function addressOf(call: Call, args: Record<string, unknown>): string {
  const path = prefix + call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(args[name])))
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

/** Seconds or a date (RFC 9110, 10.2.3), as milliseconds from now; undefined where absent or unreadable. */
function retryAfterOf(response: Response, clock: Clock): number | undefined {
  const text = response.headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : millisOf(text) - clock.now()
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}
