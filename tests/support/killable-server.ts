import { Hono } from 'hono'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { run } from '#server/run.ts'

/**
 * The real server with POST /test/kill?at=before|after, which kills the process by SIGKILL in the next transaction:
 * before its commit, or after its commit and before the answer.
 */
let killAt: string | undefined
const silent: Log = { info: () => {}, error: () => {} }

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

await run(
  { config: readConfig(process.env), clock: systemClock, log: silent },
  {
    extend: (app, { database }) => {
      const { inTransaction } = database
      database.inTransaction = async (work) => {
        const result = await inTransaction(async (db) => {
          const done = await work(db)
          return killAt === 'before' ? die() : done
        })
        return killAt === 'after' ? die() : result
      }
      const outer = new Hono()
      outer.post('/test/kill', (c) => {
        killAt = c.req.query('at')
        return c.json({})
      })
      outer.route('/', app)
      return outer
    },
  },
)
