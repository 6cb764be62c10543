import { sql, type RawBuilder } from 'kysely'
import type { Db } from './open.ts'

/** Deletes push subscriptions, and the pushes that wait for their devices. */
export async function deleteSubscriptions(db: Db, where: RawBuilder<unknown>): Promise<void> {
  await sql`with gone as (delete from push_subscription where ${where} returning endpoint)
    delete from push_job using gone where push_job.endpoint = gone.endpoint`.execute(db)
}
