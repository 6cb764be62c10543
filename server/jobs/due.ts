import { Cron } from 'croner'
import { instant, millisOf } from '../clock.ts'
import type { Db } from '../db/open.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

/** When a job's schedule was last due, at `now` or before. */
export function dueSince(job: Job, now: number): number {
  // croner looks strictly before a whole second, so the next second is given.
  const after = instant(Math.floor(now / 1000) * 1000 + 1000)
  return new Cron(job.when, { timezone: 'UTC', paused: true }).previousRuns(1, after)[0]?.getTime() ?? now
}

/**
 * Jobs whose last turn was not done: no process ran, or the one that did was killed or failed. A job rests for an hour
 * after it began to fail. What comes more than once an hour comes again by itself, and what has never begun isn't late.
 */
export async function missedJobs(db: Db, jobs: readonly Job[], now: number): Promise<Job[]> {
  const rows = await db.selectFrom('job').selectAll().execute()
  return jobs.filter((job) => {
    const row = rows.find((it) => it.name === job.name)
    if (!row) return false
    const due = dueSince(job, now)
    const isSeldom = due - dueSince(job, due - 1000) >= hour
    const hasBegun = row.lastDoneAt !== null || row.failedAt !== null || row.leaseUntil !== null
    const isDone = row.lastDoneAt !== null && millisOf(row.lastDoneAt) >= due
    return isSeldom && hasBegun && !isDone && !rests(row.failedAt, now)
  })
}

function rests(failedAt: string | null, now: number): boolean {
  return failedAt !== null && millisOf(failedAt) > now - hour
}
