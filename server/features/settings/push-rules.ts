import { createECDH } from 'node:crypto'
import type { PushCategory } from '#protocol/words.ts'

/** The push services of the browsers in use. A leading dot takes every name below. */
const services = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * Whether the server may send to an endpoint that a client names: only known services, only https on its default port.
 * Otherwise a subscription could make the server send requests inside its own network.
 */
export function mayPushTo(endpoint: string, extraHosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (extraHosts.includes(url.host)) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    services.some((it) => (it.startsWith('.') ? url.hostname.endsWith(it) : url.hostname === it))
  )
}

/** Whether a subscription's keys can be encrypted for: a point on P-256 and 16 bytes of secret, both base64url. */
export function areUsableKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/**
 * A push as it is sent (specification 3). It lies open on a lock screen, so it holds no token and no amount
 * (docs/offline.md, "Push").
 */
export interface PushMessage {
  title: string
  content: string
  /** The category that the member chose it by; null for several messages at once. */
  type: PushCategory | null
  /** The kind of message that the text was made from. */
  templateType: string
  /** A picture of this origin. */
  logoUrl: string
  /** Where a tap leads: a route of the app. */
  linkUrl: string
  payload: { unread: number }
  /** The id of the member it is for: on a device that passed on to another, the worker shows a general sentence. */
  to: string
}

/** The text as sent; `isShort` for a service that found it too large. */
export function textOfPush(push: PushMessage, isShort: boolean): string {
  const sent = isShort ? { ...push, title: push.title.slice(0, 60), content: '' } : push
  // Service workers of earlier builds read these names.
  return JSON.stringify({ ...sent, body: sent.content, route: sent.linkUrl, badge: sent.payload.unread })
}

export type Verdict = { kind: 'done' | 'forget' | 'shorten' | 'give up' } | { kind: 'retry'; at: number }

const attemptsMost = 8
const waitMost = 6 * 3_600_000

/**
 * What to do after the service answered with `status` (null: not at all) to attempt number `attempt`, from 1.
 * `now` and the time of a retry are milliseconds; `retryAfter` is the header, in seconds or as a date.
 */
export function verdictOf(status: number | null, retryAfter: string | null, attempt: number, now: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { kind: 'done' }
  if (status === 404 || status === 410) return { kind: 'forget' }
  if (status === 413) return { kind: 'shorten' }
  const passes = status === null || status === 408 || status === 429 || status >= 500
  if (!passes || attempt >= attemptsMost) return { kind: 'give up' }
  const asked = waitOf(retryAfter, now)
  return { kind: 'retry', at: now + Math.min(Math.max(asked, 15_000 * 2 ** (attempt - 1)), waitMost) }
}

function waitOf(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? 0 : wait
}
