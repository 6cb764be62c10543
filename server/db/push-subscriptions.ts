import { sql, type RawBuilder } from 'kysely'
import type { Db } from './open.ts'

/**
 * Deletes push subscriptions, and the pushes that wait for their devices. Where all are one member's, `where` names the
 * member, by whom subscriptions lie on a cluster. Called in a transaction.
 */
export async function deleteSubscriptions(db: Db, where: RawBuilder<unknown>): Promise<void> {
  // An address is locked before its subscription, as subscribing does: the opposite order would deadlock where a device
  // changes hands or is refreshed at this moment.
  await sql`update push_endpoint set member_id = push_endpoint.member_id
    where endpoint in (select endpoint from push_subscription where ${where})`.execute(db)
  await sql`with gone as (delete from push_subscription where ${where} returning member_id, endpoint), freed as (
      -- One that another member takes over at this moment is theirs.
      delete from push_endpoint using gone
      where push_endpoint.endpoint = gone.endpoint and push_endpoint.member_id = gone.member_id
    )
    delete from push_job using gone where push_job.member_id = gone.member_id and push_job.endpoint = gone.endpoint`.execute(
    db,
  )
}
