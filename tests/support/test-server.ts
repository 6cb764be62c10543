import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as v from 'valibot'
import { Switches } from '#protocol/settings.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { instant, type Clock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { setSetting } from '#server/db/settings.ts'
import { demoMember } from '#server/db/seed/demo-member.ts'
import { jobs } from '#server/features/jobs.ts'
import { bookRevenue } from '#server/features/products/machines/booking.ts'
import { setMachineState } from '#server/features/products/machines/service-state.ts'
import { runDueJobs } from '#server/jobs/scheduler.ts'
import type { Log } from '#server/log.ts'
import { silentLog } from '#server/log.ts'
import { run } from '#server/run.ts'
import { publishLegalTexts } from './legal-texts.ts'

/**
 * The real server with a clock and jobs that tests control. Added routes:
 * POST /test/advance?ms=  advances the clock   POST /test/jobs  runs due jobs (never the simulator)
 * GET  /test/code?phone=  the last code sent   POST /test/revenue  books a machine's revenue
 * POST /test/messages?count=  inserts unread messages of the demo member; answers their ids, newest first
 * POST /test/switches     sets the operator's feature switches
 * POST /test/state        sets what a machine is doing, now
 * POST /test/operate      runs an operator's command: `{"argv": ["withdrawal", "list"]}`; a catalogue with `pictures`
 * GET  /test/keys         every stored idempotency key of the demo member, with its errno
 */
let aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? 0)
const clock: Clock = { now: () => Date.now() + aheadMs }

let written = 0

const codes = new Map<string, string>()
const log: Log = {
  info: (event, facts) => {
    if (typeof facts?.['code'] === 'string') codes.set(String(facts['phone']), facts['code'])
    silentLog.info(event)
  },
  error: (event, cause, facts) => {
    console.error(event, facts, cause)
  },
}

const running = await run(
  { config: readConfig(process.env), clock, log },
  {
    extend: (app, deps) => {
      const outer = new Hono()
      // A server without the demonstration has no texts to agree to, and takes no newcomers before it has.
      const ready = deps.config.demo ? Promise.resolve() : publishLegalTexts(deps.database, clock)
      outer.use(async (_, next) => {
        await ready
        await next()
      })
      outer.post('/test/advance', (c) => {
        aheadMs += Number(c.req.query('ms'))
        return c.json({ now: clock.now() })
      })
      outer.post('/test/jobs', async (c) => {
        await runDueJobs(
          deps,
          jobs.filter((job) => job.name !== 'simulate'),
        )
        return c.json({})
      })
      outer.get('/test/code', (c) => c.json({ code: codes.get(c.req.query('phone') ?? '') ?? null }))
      outer.post('/test/revenue', async (c) => {
        const body = await c.req.json<Parameters<typeof bookRevenue>[1]>()
        return c.json(await deps.database.inTransaction((db) => bookRevenue(db, body, clock)))
      })
      outer.post('/test/messages', async (c) =>
        c.json(await writeMessages(deps.database.kysely, Number(c.req.query('count')))),
      )
      outer.post('/test/switches', async (c) => {
        await setSetting(deps.database.kysely, 'examine', v.parse(Switches, await c.req.json()))
        return c.json({})
      })
      outer.post('/test/state', async (c) => {
        const report = await c.req.json<Omit<Parameters<typeof setMachineState>[1], 'since'>>()
        await deps.database.inTransaction((db) => setMachineState(db, { ...report, since: instant(clock) }, clock))
        return c.json({})
      })
      outer.post('/test/operate', async (c) => {
        const { argv, pictures } = await c.req.json<{ argv: string[]; pictures?: Record<string, string> }>()
        return c.json(await operate(deps, argv, { pictures }))
      })
      outer.get('/test/keys', async (c) =>
        c.json(
          await deps.database.kysely
            .selectFrom('idem')
            .innerJoin('member', 'member.id', 'idem.memberId')
            .select(['key', 'status'])
            .where('phone', '=', demoMember.phone)
            .execute(),
        ),
      )
      outer.route('/', app)
      return outer
    },
  },
)
async function writeMessages(db: Db, count: number): Promise<string[]> {
  const { id: memberId } = await db
    .selectFrom('member')
    .select('id')
    .where('phone', '=', demoMember.phone)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    memberId,
    kind: 'machine_stopped',
    ref: randomUUID(),
    params: JSON.stringify({ product: `Scooter ${++written}` }),
    route: null,
    at: new Date(clock.now() + number).toISOString(),
    readAt: null,
  }))
  if (rows.length > 0) await db.insertInto('message').values(rows).execute()
  return rows.map((it) => it.id).toReversed()
}

console.log(`test server at ${running.origin}`)
process.on('SIGTERM', () => {
  void running.stop().then(() => process.exit(0))
})
