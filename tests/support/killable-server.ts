import { AsyncLocalStorage } from 'node:async_hooks'
import { Hono } from 'hono'
import type { Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { run } from '#server/run.ts'

/**
 * The real server with POST /test/kill?at=before|after, which kills the process by SIGKILL in the next transaction:
 * before its commit, or after its commit and before the answer. With `of`, the path of a call, only a transaction of
 * that call counts. Its clock is `CLOCK_AHEAD_MS` ahead.
 */
let killAt: { at: string | undefined; of: string | undefined } | undefined
const served = new AsyncLocalStorage<string>()
const silent: Log = { info: () => {}, error: () => {} }
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const clock: Clock = { now: () => Date.now() + aheadMs }

function isTime(at: 'before' | 'after'): boolean {
  return killAt?.at === at && (killAt.of === undefined || served.getStore() === `/wx/${killAt.of}`)
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

await run(
  { config: readConfig(process.env), clock, log: silent },
  {
    extend: (app, { database }) => {
      const { inTransaction } = database
      database.inTransaction = async (work, last) => {
        const result = await inTransaction(async (db) => {
          const done = await work(db)
          return isTime('before') ? die() : done
        }, last)
        return isTime('after') ? die() : result
      }
      const outer = new Hono()
      outer.post('/test/kill', (c) => {
        killAt = { at: c.req.query('at'), of: c.req.query('of') }
        return c.json({})
      })
      outer.use((c, next) => served.run(c.req.path, next))
      outer.route('/', app)
      return outer
    },
  },
)
