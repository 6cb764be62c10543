import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import { afterCommit } from '../db/after-commit.ts'
import { atOnce } from '../db/at-once.ts'
import type { Db } from '../db/open.ts'
import { pushesQueued } from './queued.ts'
import type { NoticeKind, NoticeParams } from './texts/catalogue.ts'

/**
 * A message to a member. `ref` names the event: a member gets one message per kind and ref, ever. `route` is the app's,
 * `/pages/…`; `logoUrl` a picture of this origin for its push, `/wx/…`, where it has one of its own.
 */
export type Notice = {
  [K in NoticeKind]: {
    memberId: string
    kind: K
    ref: string
    params: NoticeParams[K]
    route: string | null
    logoUrl?: string | null
  }
}[NoticeKind]

/**
 * Stores messages for members and queues their pushes, in the caller's transaction. Who has left gets none: a deletion
 * under way is waited for.
 */
export async function notify(db: Db, notices: readonly Notice[], clock: Clock): Promise<void> {
  const [first, ...others] = new Set(notices.map((it) => it.memberId))
  if (first === undefined) return
  if (others.length > 0) await tellSeveral(db, notices, [first, ...others], clock)
  else await tellOne(db, first, notices, clock)
}

/** Each statement is about one member's rows, so that one node of a cluster carries it out (docs/scale.md). */
async function tellOne(db: Db, memberId: string, notices: readonly Notice[], clock: Clock): Promise<void> {
  const messages = notices.map((it) => ({ ...it, id: randomUUID() }))
  const at = sql`${instant(clock)}::timestamptz`
  const [, { rows }] = await atOnce([
    sql`
      insert into message (id, member_id, kind, ref, params, route, logo_url, at)
      select n.id, member.id, n.kind, n.ref, n.params, n.route, n."logoUrl", ${at}
      from jsonb_to_recordset(${JSON.stringify(messages)}::text::jsonb) as n(id uuid, kind text, ref text, params jsonb,
        route text, "logoUrl" text), member
      where member.id = ${memberId} and member.deleted_at is null
      for key share of member
      on conflict (member_id, kind, ref) do nothing`.execute(db),
    sql`
      insert into push_fan_out (message_id, member_id, due_at)
      select message.id, message.member_id, ${at} from message
      where message.member_id = ${memberId} and message.id = any(${messages.map((it) => it.id)}::uuid[])
        and exists (select 1 from push_subscription where push_subscription.member_id = ${memberId})
      on conflict do nothing returning message_id`.execute(db),
  ])
  if (rows.length > 0) afterCommit(pushesQueued)
}

async function tellSeveral(db: Db, notices: readonly Notice[], to: readonly string[], clock: Clock): Promise<void> {
  await atOnce([
    sendMessages(
      db,
      sql`
      insert into message (id, member_id, kind, ref, params, route, logo_url, at)
      select gen_random_uuid(), n."memberId", n.kind, n.ref, n.params, n.route, n."logoUrl", ${instant(clock)}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb) as n("memberId" uuid, kind text, ref text,
        params jsonb, route text, "logoUrl" text)
      join member on member.id = n."memberId" and member.deleted_at is null
      where member.id = any(${[...to]}::uuid[])
      on conflict (member_id, kind, ref) do nothing
      returning id, member_id`,
      clock,
      to,
    ),
    deleteOfDeleted(db, notices),
  ])
}

/**
 * Runs an insert into `message` that returns (id, member_id) and queues the pushes of each message: one row for a
 * member who has devices, of which the job of pushes makes one push a device. One statement may address a million
 * members; `to` says which, where that is known.
 */
export async function sendMessages(
  db: Db,
  insert: RawBuilder<unknown>,
  clock: Clock,
  to?: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ pushes: number }>`
    with told as (${insert}), queued as (
      insert into push_fan_out (message_id, member_id, due_at)
      select told.id, told.member_id, ${instant(clock)}::timestamptz from told
      where told.member_id in (
        select member_id from push_subscription ${to ? sql`where member_id = any(${[...to]}::uuid[])` : sql``})
      on conflict do nothing returning message_id
    )
    select count(*)::int as pushes from queued`.execute(db)
  if (rows.some((it) => it.pushes > 0)) afterCommit(pushesQueued)
}

/**
 * Deletes what members were just told who have left. Comes after an insert that looked whether they had: that waits for
 * a deletion under way, because a message refers to its member, but has seen them as they were before.
 */
async function deleteOfDeleted(db: Db, notices: readonly Notice[]): Promise<void> {
  const of = (key: 'memberId' | 'kind' | 'ref') => notices.map((it) => it[key])
  await sql`
    delete from message
    using unnest(${of('memberId')}::uuid[], ${of('kind')}::text[], ${of('ref')}::text[]) as told(member_id, kind, ref), member
    where member.id = told.member_id and member.deleted_at is not null
      and (message.member_id, message.kind, message.ref) = (told.member_id, told.kind, told.ref)`.execute(db)
}
