import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { instant } from '../clock.ts'
import { afterCommit } from '../db/after-commit.ts'
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
  if (notices.length === 0) return
  await sendMessages(
    db,
    sql`
    insert into message (id, member_id, kind, ref, params, route, logo_url, at)
    select gen_random_uuid(), n."memberId", n.kind, n.ref, n.params, n.route, n."logoUrl", ${instant(clock)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb) as n("memberId" uuid, kind text, ref text,
      params jsonb, route text, "logoUrl" text)
    join member on member.id = n."memberId" and member.deleted_at is null
    for key share of member
    on conflict (member_id, kind, ref) do nothing
    returning id, member_id`,
    clock,
  )
}

/**
 * Runs an insert into `message` that returns (id, member_id) and queues the pushes of each message: one row for a
 * member who has devices, of which the job of pushes makes one push a device. One statement may address a million
 * members.
 */
export async function sendMessages(db: Db, insert: RawBuilder<unknown>, clock: Clock): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with told as (${insert})
    insert into push_fan_out (message_id, member_id, due_at)
    select told.id, told.member_id, ${instant(clock)}::timestamptz from told
    where exists (select 1 from push_subscription subscription where subscription.member_id = told.member_id)
    on conflict do nothing`.execute(db)
  if (numAffectedRows > 0n) afterCommit(pushesQueued)
}
