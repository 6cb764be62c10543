import { sql, type RawBuilder } from 'kysely'
import webPush from 'web-push'
import { ringsUnasked } from '#protocol/settings.ts'
import type { PushCategory } from '#protocol/words.ts'
import { instant, millisOf } from '../../clock.ts'
import type { Database, Db } from '../../db/open.ts'
import { deleteSubscriptions } from '../../db/push-subscriptions.ts'
import { isSensitive } from '../../db/security-events.ts'
import { languageOf } from '../../http/messages.ts'
import { pushes } from '../../metrics.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { severalText } from '../../notices/several.ts'
import { categoryOf } from '../../notices/subjects.ts'
import { textOf } from '../../notices/texts.ts'
import type { Subscription, VapidKeys } from './push.ts'
import { vapidKeys } from './push.ts'
import type { Told } from './push-deferral.ts'
import { defer, flush } from './push-deferral.ts'
import { fanOut } from './push-fan-out.ts'
import type { PushMessage } from './push-rules.ts'
import { mayPushTo, textOfPush, verdictOf } from './push-rules.ts'
import { isSignedIn } from './push-owner.ts'
import { quietUntil } from './quiet-hours.ts'

const atOnce = 20
/** After this long a claimed push is tried again: its process has died. */
const leaseMs = 60_000
const timeoutMs = 10_000
const appLogo = '/icons/icon-192.png'
/** News older than a day is no news; it also bounds how long a push service keeps it, in seconds. */
const ttlSeconds = 86_400

interface Claimed extends Subscription, Told {
  id: string
  memberId: string
  messageId: string
  attempt: number
  language: string
  /** Whether the member is signed in on the device still. */
  isSignedIn: boolean
  unread: number
  /** True when it was deferred by quiet hours, or others joined it. */
  hasWaited: boolean
  timeZone: string
  quietFrom: string | null
  quietTo: string | null
  choices: Partial<Record<PushCategory, boolean>>
}

/**
 * Sends every push that is due. Rows are claimed for a minute before sending, so that no two processes send one.
 */
export async function sendPushes(deps: JobDeps): Promise<void> {
  const keys = await vapidKeys(deps.database.kysely)
  await fanOut(deps.database, deps.clock.now())
  for (;;) {
    const claimed = await deps.database.inTransaction((db) => claim(db, deps.clock.now()))
    await Promise.all(claimed.map((push) => sendOne(deps, push, keys)))
    if (claimed.length < atOnce) return
  }
}

async function claim(db: Db, now: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select member_id, id, endpoint from push_job where done_at is null and due_at <= ${instant(now)}::timestamptz
      order by due_at limit ${atOnce}
    ), subscription as (
      select * from push_subscription where (member_id, endpoint) in (select member_id, endpoint from due)
    ), aimed as (
      -- A device may have passed on to another member, or be gone, while a push to it was made: that one is over.
      select due.member_id, due.id, subscription.endpoint is null as is_over
      from due left join subscription using (endpoint, member_id)
    ), taken as (
      update push_job set attempt = attempt + 1, due_at = ${instant(now + leaseMs)}::timestamptz,
        done_at = case when aimed.is_over then ${instant(now)}::timestamptz end
      from aimed where push_job.member_id = aimed.member_id and push_job.id = aimed.id
        -- One that another process claims at this moment is waited for, and left to it.
        and push_job.done_at is null and push_job.due_at <= ${instant(now)}::timestamptz
      returning push_job.*
    )
    select taken.id, taken.member_id, taken.message_id, taken.attempt, message.kind, message.params, message.route,
      message.logo_url, message.at, message.read_at,
      subscription.endpoint, subscription.p256dh, subscription.auth, subscription.language,
      ${isSignedIn(now)} as is_signed_in,
      (select count(*)::int from message unread where unread.member_id = member.id
        and unread.read_at is null) as unread,
      taken.held_at is not null or exists (
        select 1 from push_job other where other.member_id = member.id and other.held_by = taken.id) as has_waited,
      member.time_zone, quiet.starts as quiet_from, quiet.ends as quiet_to,
      coalesce((select jsonb_object_agg(category, is_on) from push_category choice
        where choice.member_id = member.id), '{}') as choices
    from taken join member on member.id = taken.member_id
      left join quiet_hours quiet on quiet.member_id = member.id and quiet.is_on
      join message on message.member_id = member.id and message.id = taken.message_id
      join subscription on subscription.endpoint = taken.endpoint and subscription.member_id = taken.member_id`.execute(
    db,
  )
  return rows
}

async function sendOne(deps: JobDeps, push: Claimed, keys: VapidKeys): Promise<void> {
  const { database, clock, log } = deps
  const now = clock.now()
  try {
    if (!mayPushTo(push.endpoint, deps.config.extraPushHosts) || (!push.hasWaited && !isWorthTelling(push, push, now)))
      return await finish(database.kysely, push, now)
    const quietEnd =
      push.quietFrom === null || push.quietTo === null || isSensitive(push.kind)
        ? null
        : quietUntil({ starts: push.quietFrom, ends: push.quietTo }, push.timeZone, now)
    if (quietEnd !== null) return await defer(database, push, quietEnd, now)
    const told = push.hasWaited ? await flush(database.kysely, push) : [push]
    const message = messageOf(
      push,
      told.filter((it) => isWorthTelling(it, push, now)),
    )
    if (message === null) return await finish(database.kysely, push, now)
    await settle(deps, push, await sendPush(deps, push, message, keys))
  } catch (cause) {
    log.error('push failed', cause, { push: push.id })
  }
}

/**
 * False for a message that was read meanwhile, is older than a day, of a category that the member has off, or for a
 * device that was signed out meanwhile: but what somebody else may have changed is told in any case.
 */
function isWorthTelling({ kind, at, readAt }: Told, { choices, isSignedIn }: Claimed, now: number): boolean {
  const category = categoryOf(kind)
  return (
    category !== undefined &&
    (isSensitive(kind) || (isSignedIn && (choices[category] ?? ringsUnasked(category)))) &&
    readAt === null &&
    now - millisOf(at) <= ttlSeconds * 1000
  )
}

/** What one push says of one message or of several; null where nothing is left to say. */
function messageOf({ memberId: to, language, unread }: Claimed, told: readonly Told[]): PushMessage | null {
  const [only] = told
  const payload = { unread }
  if (told.length > 1) {
    const { title, line } = severalText(told.length, languageOf(language))
    const linkUrl = '/subPages/message/list'
    return { title, content: line, type: null, templateType: 'several', logoUrl: appLogo, linkUrl, payload, to }
  }
  const text = only && textOf(only.kind, only.params, languageOf(language))
  if (!text) return null
  return {
    title: text.title,
    content: text.push ?? text.line,
    type: categoryOf(only.kind) ?? null,
    templateType: only.kind,
    logoUrl: only.logoUrl ?? appLogo,
    linkUrl: only.route ?? '/',
    payload,
    to,
  }
}

/**
 * One request, or two where the payload was too large. Answers the last one's status; null where the service could not
 * be reached.
 */
async function sendPush(
  deps: JobDeps,
  push: Claimed,
  message: PushMessage,
  keys: VapidKeys,
): Promise<{ status: number | null; retryAfter: string | null }> {
  const first = await request(deps, push, textOfPush(message, false), keys)
  return first.status === 413 ? request(deps, push, textOfPush(message, true), keys) : first
}

async function request(
  deps: JobDeps,
  push: Claimed,
  text: string,
  keys: VapidKeys,
): Promise<{ status: number | null; retryAfter: string | null }> {
  const details = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys: { p256dh: push.p256dh, auth: push.auth } },
    text,
    {
      vapidDetails: { subject: deps.config.pushContact, ...keys },
      TTL: ttlSeconds,
      contentEncoding: 'aes128gcm',
      // The service replaces an undelivered push by its own retry.
      topic: push.messageId.replaceAll('-', ''),
    },
  )
  // The body's length is for fetch to say.
  const { 'Content-Length': _, ...headers } = details.headers
  try {
    const answer = await fetch(details.endpoint, {
      method: 'POST',
      headers,
      // A redirect would lead past the list of allowed hosts.
      body: new Uint8Array(details.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
  } catch {
    return { status: null, retryAfter: null }
  }
}

async function settle(
  deps: JobDeps,
  push: Claimed,
  { status, retryAfter }: { status: number | null; retryAfter: string | null },
): Promise<void> {
  const { database, clock, log } = deps
  const db = database.kysely
  const verdict = verdictOf(status, retryAfter, push.attempt, clock.now())
  pushes.count({ result: verdict.kind })
  // The endpoint is a secret: whoever knows it can send to the device. It stays out of the log.
  if (verdict.kind !== 'done') log.info('push not delivered', { push: push.id, status, verdict: verdict.kind })
  if (verdict.kind === 'retry')
    await db
      .updateTable('pushJob')
      .set({ dueAt: instant(verdict.at) })
      .where('memberId', '=', push.memberId)
      .where('id', '=', push.id)
      .execute()
  else if (verdict.kind === 'forget') await database.inTransaction((tx) => deleteSubscriptions(tx, isOf(push)))
  else {
    await finish(db, push, clock.now())
    await countRefusal(database, push, verdict.kind === 'give up' && status !== null && status < 500 && status !== 429)
  }
}

const refusalsMost = 2

/**
 * Forgets a subscription whose service refuses a second push in a row for good. A service that is down refuses nothing,
 * and a device that is still used sends its subscription again at its next start.
 */
async function countRefusal(database: Database, push: Claimed, isRefused: boolean): Promise<void> {
  await database.kysely
    .updateTable('pushSubscription')
    .set((it) => ({ refusals: isRefused ? it('refusals', '+', 1) : 0 }))
    .where(isOf(push))
    .$if(!isRefused, (it) => it.where('refusals', '>', 0))
    .execute()
  if (isRefused)
    await database.inTransaction((tx) => deleteSubscriptions(tx, sql`${isOf(push)} and refusals >= ${refusalsMost}`))
}

/** SQL: whether a row of `push_subscription` is that of a push's device. */
function isOf({ memberId, endpoint }: Claimed): RawBuilder<boolean> {
  return sql<boolean>`member_id = ${memberId} and endpoint = ${endpoint}`
}

async function finish(db: Db, push: Claimed, now: number): Promise<void> {
  await db
    .updateTable('pushJob')
    .set({ doneAt: instant(now) })
    .where('memberId', '=', push.memberId)
    .where('id', '=', push.id)
    .execute()
}
