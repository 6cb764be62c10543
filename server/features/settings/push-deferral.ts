import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import type { Database, Db } from '../../db/open.ts'

interface Deferred {
  id: string
  memberId: string
  endpoint: string
  attempt: number
}

/** Defers a push until the quiet hours end. One push a device waits; later ones join it. Deferring is no attempt. */
export async function defer(
  { inTransaction }: Pick<Database, 'inTransaction'>,
  push: Deferred,
  until: number,
  now: number,
): Promise<void> {
  await inTransaction(async (db) => {
    // Two pushes that are deferred at once must not both become the one that waits.
    await db
      .selectFrom('pushSubscription')
      .select('endpoint')
      .where('endpoint', '=', push.endpoint)
      .forUpdate()
      .execute()
    const waiting = await db
      .selectFrom('pushJob')
      .select('id')
      .where('memberId', '=', push.memberId)
      .where('endpoint', '=', push.endpoint)
      .where('heldAt', 'is not', null)
      .where('doneAt', 'is', null)
      .where('id', '!=', push.id)
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    const end = waiting
      ? { heldBy: waiting.id, doneAt: instant(now) }
      : { heldAt: instant(now), dueAt: instant(until), attempt: push.attempt - 1 }
    await db.updateTable('pushJob').set(end).where('memberId', '=', push.memberId).where('id', '=', push.id).execute()
    // Pushes that had joined this one, if it was deferred before.
    if (waiting)
      await db
        .updateTable('pushJob')
        .set({ heldBy: waiting.id })
        .where('memberId', '=', push.memberId)
        .where('heldBy', '=', push.id)
        .execute()
  })
}

/** A message, as a push needs it. */
export interface Told {
  kind: string
  params: unknown
  route: string | null
  logoUrl: string | null
  at: string
  readAt: string | null
}

/** Ends the deferral of a push, so that no more join it, and gives the messages of all that did, the newest first. */
export async function flush(db: Db, { id, memberId }: Pick<Deferred, 'id' | 'memberId'>): Promise<Told[]> {
  await db.updateTable('pushJob').set({ heldAt: null }).where('memberId', '=', memberId).where('id', '=', id).execute()
  const { rows } = await sql<Told>`
    select message.kind, message.params, message.route, message.logo_url, message.at, message.read_at
    from push_job join message on message.member_id = push_job.member_id and message.id = push_job.message_id
    where push_job.member_id = ${memberId} and (push_job.id = ${id} or push_job.held_by = ${id})
    order by message.at desc, message.id desc`.execute(db)
  return rows
}
