import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import type { Database, Db } from '../../db/open.ts'
import { sensitiveKinds } from '../../db/security-events.ts'
import { isSignedIn } from './push-owner.ts'

const messagesAtOnce = 1000

/**
 * Makes a push for each device of each message that is due: one a message, also where the message is updated. A device
 * whose sessions have ended, by a new password say, is told of changes to the account and of nothing else: until its
 * app is opened it would go on showing what the member is told.
 */
export async function fanOut({ inTransaction }: Pick<Database, 'inTransaction'>, now: number): Promise<void> {
  while ((await inTransaction((db) => fanOutSome(db, now))) === messagesAtOnce);
}

async function fanOutSome(db: Db, now: number): Promise<number> {
  const {
    rows: [done],
  } = await sql<{ messages: number }>`
    with due as (
      -- Of two at once, one deletes a row and makes its pushes; the other waits and leaves it out.
      delete from push_fan_out where (member_id, message_id) in (
        select member_id, message_id from push_fan_out where due_at <= ${instant(now)}::timestamptz
        order by due_at limit ${messagesAtOnce}
      ) returning message_id, member_id, due_at
    ), subscription as (
      select member_id, endpoint, device from push_subscription where member_id = any(array(select member_id from due))
    ), made as (
      insert into push_job (id, member_id, message_id, endpoint, due_at)
      select gen_random_uuid(), message.member_id, message.id, subscription.endpoint, due.due_at
      from due join subscription on subscription.member_id = due.member_id
      join message on message.member_id = due.member_id and message.id = due.message_id
      where message.kind = any(${sensitiveKinds}::text[]) or ${isSignedIn(now)}
      on conflict do nothing
    )
    select count(*)::int as messages from due`.execute(db)
  return done?.messages ?? 0
}
