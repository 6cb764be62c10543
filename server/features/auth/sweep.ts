import { sql } from 'kysely'
import { instant } from '../../clock.ts'
import { vacuum } from '../../db/vacuum.ts'
import { nobody } from '../../http/idempotency.ts'
import { sweepSessions } from '../../http/session.ts'
import { ensurePartitions } from '../../ledger/partitions.ts'
import type { JobDeps } from '../../jobs/job.ts'

const day = 86_400_000

/** Deletes expired rows and makes the ledger's next partitions. Messages, claims and the ledger stay. */
export async function sweep({ database, clock }: Pick<JobDeps, 'database' | 'clock'>): Promise<void> {
  const db = database.kysely
  const before = (days: number): string => instant(clock.now() - days * day)
  await ensurePartitions(db, clock)
  await sweepSessions(db, clock)
  await db.deleteFrom('verificationCode').where('expiresAt', '<', before(1)).execute()
  await db.deleteFrom('securityEvent').where('at', '<', before(400)).execute()
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<', before(0)).execute()
  await db.deleteFrom('captchaUsed').where('expiresAt', '<', before(0)).execute()
  await db.deleteFrom('attempt').where('windowEndsAt', '<', before(0)).execute()
  await db.deleteFrom('proofUnderWay').where('until', '<', before(0)).execute()
  // A device may keep a command as long as this (docs/offline.md, "Writing").
  await db.deleteFrom('idem').where('at', '<', before(180)).execute()
  // Visitors can make up keys; what was refused to them changed nothing and is refused again.
  await db
    .deleteFrom('idem')
    .where('memberId', '=', nobody)
    .where('status', '!=', 0)
    .where('at', '<', before(1))
    .execute()
  await db
    .deleteFrom('orderDraft')
    .where('expiresAt', '<', before(30))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchase')
            .select(sql`1`.as('one'))
            .whereRef('purchase.draftId', '=', 'orderDraft.id'),
        ),
      ),
    )
    .execute()
  await db.deleteFrom('quizAttempt').where('day', '<', before(180).slice(0, 10)).execute()
  await sql`delete from machine_position old where at < ${before(7)}::timestamptz
    and exists (select from machine_position newer where newer.machine_id = old.machine_id and newer.at > old.at)`.execute(
    db,
  )
  await sql`delete from machine_state old where since < ${before(90)}::timestamptz
    and exists (select from machine_state newer where newer.machine_id = old.machine_id and newer.since > old.since)`.execute(
    db,
  )
  await db.deleteFrom('feedHour').where('hour', '<', before(90)).execute()
  await db.deleteFrom('pushJob').where('dueAt', '<', before(7)).execute()
  await vacuum(database)
}
