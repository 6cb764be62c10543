import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'

/** What a job may use. A job is a function of these, safe to run twice and to be killed anywhere. */
export interface JobDeps {
  database: Database
  clock: Clock
  config: Config
  log: Log
}

export interface Job {
  /** Its row in `job`. */
  name: string
  /** When it is due: a cron pattern with seconds, in UTC. */
  when: string
  /**
   * Calls `run` when this process has made work that should not wait for the schedule. Returns the function that stops
   * listening.
   */
  whenThereIsWork?: (run: () => void) => () => void
  /** After this long without a word from its process a run counts as dead, and another process may take over. */
  leaseMs: number
  /** Runs in a demonstration only. */
  demoOnly?: boolean
  run(deps: JobDeps): Promise<void>
}
