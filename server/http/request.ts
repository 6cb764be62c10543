import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { defaultVersion, header, oldestVersionCode, prefix } from '#protocol/headers.ts'
import type { Call } from '#protocol/call.ts'
import { DomainError } from './domain-error.ts'

const plainName = 'voltfolio_refresh'
/** Browsers take a cookie of this name from https alone. `__Host-` would send it with every request of the app. */
const secureName = `__Secure-${plainName}`
const cookieDays = 90

/** The bytes of a call whose body is no JSON. */
export async function readBody(c: HonoContext, call: Call): Promise<Uint8Array> {
  return call.mostBodyBytes === undefined ? new Uint8Array() : new Uint8Array(await received(c, c.req.arrayBuffer()))
}

/** Throws a DomainError where the client breaks off: nothing of ours has failed, and nobody reads the answer. */
async function received<T>(c: HonoContext, body: Promise<T>): Promise<T> {
  return await body.catch((cause: unknown) => {
    throw isBrokenOff(c) ? brokenOff() : cause
  })
}

/** True while a request has not come whole; in-process requests of tests and pages always have. */
export function isBrokenOff(c: HonoContext): boolean {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming?.complete === false
}

export function brokenOff(): DomainError {
  return new DomainError('bad_request', { field: 'body', problem: 'was broken off' })
}

/**
 * Throws a DomainError for a write that a page of another site has caused: a form of it can send any text, with this
 * site's cookies where the browser is old. Browsers say where a request comes from; who isn't one says nothing.
 */
export function rejectOtherSites(c: HonoContext, { method, mostBodyBytes }: Call): void {
  if (method === 'GET') return
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new DomainError('bad_request', { field: 'sec-fetch-site', problem: 'must be same-origin' })
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mostBodyBytes === undefined && type !== undefined && type !== 'application/json')
    throw new DomainError('bad_request', { field: 'content-type', problem: 'must be application/json' })
}

/** Arguments as they came: a query, of a GET or beside bytes, else the JSON of a POST; with the path's placeholders. */
export async function readArguments(c: HonoContext, call: Call): Promise<unknown> {
  const placeholders = c.req.param() as Record<string, string>
  if (call.method === 'GET' || call.mostBodyBytes !== undefined) return { ...c.req.query(), ...placeholders }
  const body = parsed(await received(c, c.req.text()))
  if (!isRecord(body)) throw new DomainError('bad_request', { field: 'body', problem: 'must be an object' })
  if (isDeep(body)) throw new DomainError('bad_request', { field: 'body', problem: 'is nested too deeply' })
  return { ...body, ...placeholders }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new DomainError('bad_request', { field: 'body', problem: 'must be JSON' })
  }
}

/** No call has arguments as deep as this. What walks through them calls itself for each level. */
const deepest = 32

function isDeep(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((it) => (typeof it === 'object' && it !== null ? Object.values(it) : []))
  }
  return false
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the headers of section 7 say. Values out of shape count as absent, an outdated client is told to update. */
export function readHeaders(c: HonoContext): {
  /** The app's version; 1.0.0 of whoever says none (specification 9). */
  version: string
  country: string | undefined
  device: string | undefined
  sequence: number | undefined
  proof: string | undefined
  bearer: string | undefined
} {
  const code = Number(c.req.header(header.versionCode) ?? Number.NaN)
  if (code < oldestVersionCode) throw new DomainError('update_required')
  const sequence = Number(c.req.header(header.sequence) ?? Number.NaN)
  return {
    version: matching(c.req.header(header.version), /^\d{1,9}(\.\d{1,9}){0,4}$/) ?? defaultVersion,
    country: matching(c.req.header(header.country), /^[A-Za-z0-9_-]{1,64}$/),
    device: matching(c.req.header(header.device), /^[A-Za-z0-9_-]{8,64}$/),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : undefined,
    proof: matching(c.req.header(header.proof), /^[A-Za-z0-9_-]{1,4096}$/),
    bearer: matching(
      c.req.header('authorization')?.replace(/^Bearer /, ''),
      /^(?:[A-Za-z0-9_-]{22})?[A-Za-z0-9_-]{43}$/,
    ),
  }
}

function matching(value: string | undefined, shape: RegExp): string | undefined {
  return value !== undefined && shape.test(value) ? value : undefined
}

/**
 * On https the name with the prefix alone: whoever is on the way can plant the plain one from a page without https, and
 * sign a member in as somebody else.
 */
export function refreshCookieOf(c: HonoContext, secure: boolean): string | undefined {
  return getCookie(c, secure ? secureName : plainName)
}

/** The refresh token never reaches a script: HttpOnly, same site only, sent to the session's own calls only. */
export function writeRefreshCookie(c: HonoContext, token: string | null, secure: boolean): void {
  const of = { httpOnly: true, sameSite: 'Strict', secure, path: `${prefix}auth` } as const
  const maxAge = token === null ? 0 : cookieDays * 86_400
  setCookie(c, secure ? secureName : plainName, token ?? '', { ...of, maxAge })
  if (secure && getCookie(c, plainName) !== undefined) setCookie(c, plainName, '', { ...of, maxAge: 0 })
}
