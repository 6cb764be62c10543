import { Cron } from 'croner'
import { sql } from 'kysely'
import { instant, millisOf } from '../clock.ts'
import { jobRuns } from '../metrics.ts'
import type { Job, JobDeps } from './job.ts'

export interface Scheduler {
  /** Runs a job now, due or not; after the current run if there is one. */
  kick(name: string): void
  /** Starts nothing more and resolves when what runs has ended. */
  stop(): Promise<void>
}

/**
 * Runs jobs when they are due. Any number of processes may do so on one database: a lease gives each run to one of
 * them.
 */
export function startScheduler(deps: JobDeps, jobs: readonly Job[]): Scheduler {
  const lanes = new Map(jobs.filter((job) => isWanted(job, deps)).map((job) => [job.name, laneOf(deps, job)]))
  const crons = jobs
    .filter((job) => lanes.has(job.name))
    .map(
      (job) =>
        new Cron(job.when, { timezone: 'UTC', unref: true }, () => {
          lanes.get(job.name)?.run('when due')
        }),
    )
  void runMissed(deps, jobs, (name) => lanes.get(name)?.run('when due'))
  const listening = jobs
    .filter((job) => lanes.has(job.name))
    .map((job) =>
      job.whenThereIsWork?.(() => {
        lanes.get(job.name)?.run('now')
      }),
    )
  return {
    kick: (name) => {
      lanes.get(name)?.run('now')
    },
    stop: async () => {
      for (const cron of crons) cron.stop()
      for (const stopListening of listening) stopListening?.()
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
    },
  }
}

/**
 * Runs every job that is due once, in their order, and resolves when the last has ended. A failed one is logged and
 * does not stop the next.
 */
export async function runDueJobs(deps: JobDeps, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) if (isWanted(job, deps)) await runJob(deps, job, 'when due')
}

/**
 * Runs one job unless another process holds its lease or, with `when due`, has already done the current period. Returns
 * whether it ran to its end. A run that fails doesn't count: the job is due again at once.
 */
export async function runJob(deps: JobDeps, job: Job, which: 'when due' | 'now'): Promise<boolean> {
  try {
    const lease = await takeLease(deps, job, which)
    if (lease === null) return false
    const done = await attempt(deps, job)
    // Only with our own lease: after a run that took too long, another process may hold it.
    await deps.database.kysely
      .updateTable('job')
      .set({ leaseUntil: null, ...(done ? { lastDoneAt: lease.takenAt } : {}) })
      .where('name', '=', job.name)
      .where('leaseUntil', '=', lease.until)
      .execute()
    return done
  } catch (cause) {
    deps.log.error('job not run', cause, { job: job.name })
    return false
  }
}

async function attempt(deps: JobDeps, job: Job): Promise<boolean> {
  try {
    await job.run(deps)
    jobRuns.count({ job: job.name, result: 'done' })
    return true
  } catch (cause) {
    jobRuns.count({ job: job.name, result: 'failed' })
    deps.log.error('job failed', cause, { job: job.name })
    return false
  }
}

async function takeLease(
  { database, clock }: JobDeps,
  job: Job,
  which: 'when due' | 'now',
): Promise<{ takenAt: string; until: string } | null> {
  const now = clock.now()
  const takenAt = instant(now)
  const until = instant(now + job.leaseMs)
  const due = which === 'now' ? null : instant(dueSince(job, now))
  await database.kysely
    .insertInto('job')
    .values({ name: job.name, leaseUntil: null, lastDoneAt: null })
    .onConflict((it) => it.column('name').doNothing())
    .execute()
  const { rows } = await sql`
    update job set lease_until = ${until}::timestamptz where name = (
      select name from job where name = ${job.name}
        and (lease_until is null or lease_until <= ${takenAt}::timestamptz)
        and (last_done_at is null or ${due}::timestamptz is null or last_done_at < ${due}::timestamptz)
      for update skip locked
    ) returning name`.execute(database.kysely)
  return rows.length === 1 ? { takenAt, until } : null
}

/**
 * Starts what was due while no process ran: a restart at night would skip that night's jobs. What runs every few
 * minutes comes by itself, and what has never run isn't late.
 */
async function runMissed(deps: JobDeps, jobs: readonly Job[], run: (name: string) => void): Promise<void> {
  try {
    const now = deps.clock.now()
    const done = await deps.database.kysely.selectFrom('job').select(['name', 'lastDoneAt']).execute()
    for (const job of jobs) {
      const last = done.find((it) => it.name === job.name)?.lastDoneAt
      const due = dueSince(job, now)
      const isSeldom = due - dueSince(job, due - 1000) >= seldom
      if (last && isSeldom && millisOf(last) < due) run(job.name)
    }
  } catch (cause) {
    deps.log.error('missed jobs not looked for', cause)
  }
}

const seldom = 3_600_000

/** When the schedule was last due before `now`. */
function dueSince(job: Job, now: number): number {
  // croner looks strictly before a whole second, so the next second is given.
  const after = instant(Math.floor(now / 1000) * 1000 + 1000)
  return new Cron(job.when, { timezone: 'UTC', paused: true }).previousRuns(1, after)[0]?.getTime() ?? now
}

function isWanted(job: Job, deps: JobDeps): boolean {
  return deps.config.demo || job.demoOnly !== true
}

/** One job in this process. It never runs twice at once; a kick during a run starts another run after it. */
function laneOf(deps: JobDeps, job: Job): { run(which: 'when due' | 'now'): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let waits = false
  let stopped = false
  const runOnce = async (which: 'when due' | 'now'): Promise<void> => {
    await runJob(deps, job, which)
    running = null
    if (!waits) return
    waits = false
    run('now')
  }
  const run = (which: 'when due' | 'now'): void => {
    if (stopped) return
    if (running) {
      waits ||= which === 'now'
      return
    }
    running = runOnce(which)
  }
  return {
    run,
    stop: async () => {
      stopped = true
      await running
    },
  }
}
