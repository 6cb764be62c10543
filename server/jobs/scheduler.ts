import { Cron } from 'croner'
import { jobRuns } from '../metrics.ts'
import { missedJobs } from './due.ts'
import type { Job, JobDeps } from './job.ts'
import { takeLease } from './lease.ts'

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
  const runMissed = async (): Promise<void> => {
    try {
      const missed = await missedJobs(deps.database.kysely, jobs, deps.clock.now())
      for (const { name } of missed) lanes.get(name)?.run('when due')
    } catch (cause) {
      deps.log.error('missed jobs not looked for', cause)
    }
  }
  let looking = runMissed()
  const timer = setInterval(() => {
    looking = runMissed()
  }, lookForMissedMs).unref()
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
      clearInterval(timer)
      for (const stopListening of listening) stopListening?.()
      // All at once: a run that ends meanwhile would start the one that waits for it.
      const stopped = [...lanes.values()].map((lane) => lane.stop())
      await looking
      await Promise.all(stopped)
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
 * Runs one job unless another process holds its lease or, with `when due`, has already done the current turn. Returns
 * whether it ran to its end. A run that fails doesn't count: the job is due again at once.
 */
export async function runJob(deps: JobDeps, job: Job, which: 'when due' | 'now'): Promise<boolean> {
  try {
    const lease = await takeLease(deps, job, which)
    if (lease === null) return false
    const isDone = await attempt(deps, job)
    await lease.release(isDone)
    return isDone
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

/** A restart, a kill or a fault at night would skip that night's jobs. */
const lookForMissedMs = 600_000

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
