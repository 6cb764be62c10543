import { sql, type RawBuilder } from 'kysely'
import { instant } from '../../clock.ts'
import { deleteInBatches, updateInBatches } from '../../db/in-batches.ts'
import type { Db } from '../../db/open.ts'
import { vacuum } from '../../db/vacuum.ts'
import { nobody } from '../../http/idempotency.ts'
import { sweepSessions } from '../../http/session.ts'
import { ensurePartitions } from '../../ledger/partitions.ts'
import type { JobDeps } from '../../jobs/job.ts'
import { sweepMachines } from './sweep-machines.ts'

const day = 86_400_000

/**
 * Deletes rows whose time is over (docs/decisions/0078) and makes the ledger's next partitions. Claims and the ledger
 * stay. Tables that grow with use are swept in batches.
 */
export async function sweep({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  const db = database.kysely
  const before = (days: number): string => instant(clock.now() - days * day)
  const at = (days: number): RawBuilder<string> => sql`${before(days)}::timestamptz`
  await ensurePartitions(db, clock)
  await sweepSessions(db, clock)
  await db.deleteFrom('verificationCode').where('expiresAt', '<', before(1)).execute()
  await deleteInBatches(db, 'securityEvent', sql`at < ${at(400)}`)
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<', before(0)).execute()
  await deleteInBatches(db, 'captchaUsed', sql`expires_at < ${at(0)}`)
  await deleteInBatches(db, 'attempt', sql`window_ends_at < ${at(0)}`)
  await db.deleteFrom('proofUnderWay').where('until', '<', before(0)).execute()
  // A device may keep a command as long as this (docs/offline.md, "Writing").
  await deleteInBatches(db, 'idem', sql`at < ${at(180)}`)
  // Visitors can make up keys; what was refused to them changed nothing and is refused again.
  await deleteInBatches(db, 'idem', sql`member_id = ${nobody} and status <> 0 and at < ${at(1)}`)
  await deleteInBatches(db, 'pushJob', sql`due_at < ${at(7)}`)
  await deleteInBatches(
    db,
    'message',
    sql`at < ${at(400)} and (read_at is not null or at < ${at(800)})
      and not exists (select 1 from push_job where push_job.member_id = message.member_id
        and push_job.message_id = message.id)`,
  )
  await sweepDrafts(db, { now: instant(clock), before: at(30) })
  await db.deleteFrom('checkInTry').where('madeAt', '<', before(180)).execute()
  await db.deleteFrom('quizAttempt').where('day', '<', before(180).slice(0, 10)).execute()
  await sweepMachines(db, { positions: at(7), states: at(90) })
  await db.deleteFrom('productPicture').where('unusedSince', '<', before(30)).execute()
  await db.deleteFrom('operatorSession').where('endsAt', '<', before(30)).execute()
  // Sessions of stations stay: what is said again must find that it counted.
  await deleteInBatches(db, 'strayStop', sql`heard_at < ${at(90)}`)
  await deleteInBatches(db, 'stationCommand', sql`asked_at < ${at(90)}`)
  await db.deleteFrom('usageCount').where('day', '<', before(90).slice(0, 10)).execute()
  await db.deleteFrom('feedHour').where('hour', '<', before(90)).execute()
  await vacuum(database)
}

/** A draft that was paid stays with its order. It is marked, so that no sweep looks at it again. */
async function sweepDrafts(db: Db, { now, before }: { now: string; before: RawBuilder<string> }): Promise<void> {
  const isDue = sql`swept_at is null and expires_at < ${before}`
  const isPaid = sql`exists (select 1 from purchase
    where purchase.member_id = order_draft.member_id and purchase.draft_id = order_draft.id)`
  // The planner takes many old drafts for unmarked; asked for their order, it reads the index of those that are.
  const oldestFirst = sql`order by expires_at`
  const mark = sql`swept_at = ${now}::timestamptz`
  const paid = { table: 'orderDraft', where: sql`${isDue} and ${isPaid}`, order: oldestFirst } as const
  await updateInBatches(db, paid, mark)
  await deleteInBatches(db, 'orderDraft', sql`${isDue} and not ${isPaid}`, oldestFirst)
}
