import { sql } from 'kysely'
import { instant } from '../clock.ts'
import { dueSince } from './due.ts'
import type { Job, JobDeps } from './job.ts'

/** The right to run a job, of one process at a time. */
interface Lease {
  /** Notes how the run ended, and lets the next begin. */
  release(isDone: boolean): Promise<void>
}

/**
 * Takes the lease of a job; null where another process holds it or, with `when due`, has done the current turn. It is
 * renewed until it is released: only where this process is dead, or hangs, does another one take over.
 */
export async function takeLease(
  { database, clock, log }: JobDeps,
  job: Job,
  which: 'when due' | 'now',
): Promise<Lease | null> {
  const now = clock.now()
  const takenAt = instant(now)
  let until = instant(now + job.leaseMs)
  const due = which === 'now' ? null : instant(dueSince(job, now))
  await database.kysely
    .insertInto('job')
    .values({ name: job.name, leaseUntil: null, lastDoneAt: null, failedAt: null })
    .onConflict((it) => it.column('name').doNothing())
    .execute()
  const { rows } = await sql`
    update job set lease_until = ${until}::timestamptz where name = (
      select name from job where name = ${job.name}
        and (lease_until is null or lease_until <= ${takenAt}::timestamptz)
        and (last_done_at is null or ${due}::timestamptz is null or last_done_at < ${due}::timestamptz)
      for update skip locked
    ) returning name`.execute(database.kysely)
  if (rows.length === 0) return null

  /** Changes the row as long as the lease is this one: after a pause, another process may hold it. */
  const change = (to: { leaseUntil: string | null; lastDoneAt?: string; failedAt?: string | null }) =>
    database.kysely
      .updateTable('job')
      .set(to)
      .where('name', '=', job.name)
      .where('leaseUntil', '=', until)
      .executeTakeFirst()
  const renew = async (): Promise<void> => {
    const next = instant(clock.now() + job.leaseMs)
    if ((await change({ leaseUntil: next })).numUpdatedRows > 0n) until = next
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((cause: unknown) => {
      log.error('lease of a job not renewed', cause, { job: job.name })
    })
  }, job.leaseMs / 3).unref()
  return {
    release: async (isDone) => {
      clearInterval(timer)
      await renewing
      await change({ leaseUntil: null, ...(isDone ? { lastDoneAt: takenAt, failedAt: null } : { failedAt: takenAt }) })
    },
  }
}
