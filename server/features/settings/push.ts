import { sql } from 'kysely'
import webPush from 'web-push'
import type { Clock } from '../../clock.ts'
import { instant } from '../../clock.ts'
import type { Db } from '../../db/open.ts'
import { deleteSubscriptions } from '../../db/push-subscriptions.ts'
import { DomainError } from '../../http/domain-error.ts'
import { areUsableKeys, mayPushTo } from './push-rules.ts'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The key pair that names this server to push services; made at the first start, the private half never leaves the
 * server.
 */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  return (await keptKeys(db)) ?? (await makeKeys(db))
}

async function keptKeys(db: Db): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', 'secret:vapid').executeTakeFirst()
  return row?.value as VapidKeys | undefined
}

async function makeKeys(db: Db): Promise<VapidKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  // Two processes may start at once; whoever is second takes the first one's keys.
  await db
    .insertInto('setting')
    .values({ name: 'secret:vapid', value: sql`${JSON.stringify({ publicKey, privateKey })}::text::jsonb` })
    .onConflict((it) => it.column('name').doNothing())
    .execute()
  return (await keptKeys(db)) ?? { publicKey, privateKey }
}

export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Stores a device's push subscription for a member; `device` is that of their session. Pushes that wait for the
 * device's last member are deleted.
 */
export async function subscribe(
  db: Db,
  of: Subscription & { memberId: string; language: string; device?: string | null },
  extraHosts: readonly string[],
  clock: Clock,
): Promise<void> {
  if (!mayPushTo(of.endpoint, extraHosts))
    throw new DomainError('bad_request', { field: 'endpoint', problem: 'must be of a known push service' })
  if (!areUsableKeys(of))
    throw new DomainError('bad_request', { field: 'p256dh', problem: 'must be the keys of a push subscription' })
  await takeOver(db, of)
  const row = {
    p256dh: of.p256dh,
    auth: of.auth,
    language: of.language,
    device: of.device ?? null,
    refreshedAt: instant(clock),
    refusals: 0,
  }
  await db
    .insertInto('pushSubscription')
    .values({ memberId: of.memberId, endpoint: of.endpoint, ...row })
    .onConflict((it) => it.columns(['memberId', 'endpoint']).doUpdateSet(row))
    .execute()
  await deleteSubscriptions(
    db,
    sql`member_id = ${of.memberId} and endpoint in (
      select endpoint from push_subscription where member_id = ${of.memberId} and endpoint <> ${of.endpoint}
      order by refreshed_at desc offset ${mostOfMember - 1})`,
  )
}

/**
 * Makes a device's address the member's. Another member who had it gets no more pushes there. Of two members at once
 * the second one waits, and finds whose it has become.
 */
async function takeOver(db: Db, { endpoint, memberId }: { endpoint: string; memberId: string }): Promise<void> {
  const { rows } = await sql<{ memberId: string }>`
    insert into push_endpoint (endpoint, member_id) values (${endpoint}, ${memberId})
    on conflict (endpoint) do update set member_id = push_endpoint.member_id returning member_id`.execute(db)
  const holder = rows[0]?.memberId
  if (holder === undefined || holder === memberId) return
  await sql`update push_endpoint set member_id = ${memberId} where endpoint = ${endpoint}`.execute(db)
  await deleteSubscriptions(db, sql`member_id = ${holder} and endpoint = ${endpoint}`)
}

/** Each message is sent to each of them. The oldest device makes room. */
const mostOfMember = 10

/** Deletes a device's push subscription; only its own member can. */
export async function unsubscribe(db: Db, of: { memberId: string; endpoint: string }): Promise<void> {
  await deleteSubscriptions(db, sql`endpoint = ${of.endpoint} and member_id = ${of.memberId}`)
}
