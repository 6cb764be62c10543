import { Hono } from 'hono'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { run } from '#server/run.ts'

/**
 * The real server, which dies when it is told to: POST /test/kill?at=before|after kills the process with -9 in the next
 * transaction, when all of it is done and nothing committed, or when it is committed and nobody has been answered.
 */
let dying: string | undefined
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
          return dying === 'before' ? die() : done
        })
        return dying === 'after' ? die() : result
      }
      const outer = new Hono()
      outer.post('/test/kill', (c) => {
        dying = c.req.query('at')
        return c.json({})
      })
      outer.route('/', app)
      return outer
    },
  },
)
