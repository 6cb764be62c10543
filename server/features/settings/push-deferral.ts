import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import type { Database, Db } from '../../db/open.ts'

interface Deferred {
  id: string
  endpoint: string
  attempt: number
}

/** Holds a push back until the quiet hours end. One a device waits; what follows goes with it. Waiting is no attempt. */
export async function defer(
  { inTransaction }: Pick<Database, 'inTransaction'>,
  push: Deferred,
  until: number,
  now: number,
): Promise<void> {
  await inTransaction(async (db) => {
    // Two that are held at once must not both become the one.
    await db
      .selectFrom('pushSubscription')
      .select('endpoint')
      .where('endpoint', '=', push.endpoint)
      .forUpdate()
      .execute()
    const waiting = await db
      .selectFrom('pushJob')
      .select('id')
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
    await db.updateTable('pushJob').set(end).where('id', '=', push.id).execute()
    // Those that waited with this one, if it was held before.
    if (waiting) await db.updateTable('pushJob').set({ heldBy: waiting.id }).where('heldBy', '=', push.id).execute()
  })
}

/** A message as its push tells of it. */
export interface Told {
  kind: string
  params: unknown
  route: string | null
  at: string
  readAt: string | null
}

/** Ends the holding of a push, so that nothing more goes with it, and answers the messages of all that did, the newest first. */
export async function flush(db: Db, pushId: string): Promise<Told[]> {
  await db.updateTable('pushJob').set({ heldAt: null }).where('id', '=', pushId).execute()
  const { rows } = await sql<Told>`
    select message.kind, message.params, message.route, message.at, message.read_at
    from push_job join message on message.id = push_job.message_id
    where push_job.id = ${pushId} or push_job.held_by = ${pushId}
    order by message.at desc, message.id desc`.execute(db)
  return rows
}
