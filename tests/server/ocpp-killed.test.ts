import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant, systemClock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase, type Database } from '#server/db/open.ts'
import { closeCharging } from '#server/features/products/charging/closing.ts'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { stationClient, type StationClient } from '#server/ocpp/station-client.ts'
import { readImage } from '#tests/support/databases.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { makeStation, type MadeStation } from '#tests/support/station-world.ts'

const hour = 3_600_000
/** One is killed before each commit, the other after: whatever kills its start is over when its end begins. */
const sessions = 2

describe.each(['PGlite', 'PostgreSQL'])('a server that is killed while piles charge, on %s', (kind) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-ocpp-'))
  let postgres: PostgresServer | undefined
  let server: ServerProcess
  let station: MadeStation
  const openAgain = (): Promise<Database> =>
    openDatabase(postgres ? { url: postgres.url('postgres') } : { dir: join(dataDir, 'db') })

  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined
    const database = await (postgres ? openAgain() : openDatabase({ dir: join(dataDir, 'db'), image: readImage() }))
    await migrate(database)
    await ensurePartitions(database.kysely, systemClock)
    station = await makeStation(database, systemClock)
    await database.close()
    server = await startServer({
      entry: 'tests/support/killable-server.ts',
      dataDir,
      env: { DEMO: '0', ...(postgres ? { DATABASE_URL: postgres.url('postgres') } : {}) },
    })
  }, 120_000)
  afterAll(async () => {
    await server?.dispose()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test(
    'before a commit and after one: the station repeats itself, and each session is booked once',
    { timeout: 240_000 },
    async () => {
      const client = reconnecting(server, station)
      const killAt = (at: string) => fetch(`${server.origin}/test/kill?at=${at}`, { method: 'POST' })
      const begun = systemClock.now() - 10 * hour
      for (let n = 0; n < sessions; n++) {
        const [from, until] = [begun + n * hour, begun + n * hour + hour / 2]
        await killAt(n % 2 ? 'after' : 'before')
        const start = { connectorId: 1, idTag: 'X', meterStart: n * 5000, timestamp: instant(from) }
        const { transactionId } = (await client.insist('StartTransaction', start)) as { transactionId: number }
        await killAt(n % 2 ? 'after' : 'before')
        await client.insist('StopTransaction', { transactionId, meterStop: n * 5000 + 5000, timestamp: instant(until) })
      }
      expect(client.kills).toBeGreaterThanOrEqual(2 * sessions)
      await client.close()
      await server.stop()
      const database = await openAgain()
      // What was killed between the message's commit and its booking.
      await closeCharging({ database, clock: systemClock, log: silentLog })
      const rows = await database.kysely
        .selectFrom('revenue')
        .select(['startedAt', 'endedAt', 'energyWh', 'amount'])
        .orderBy('startedAt')
        .execute()
      // 5 kWh at 16 cents, 30 minutes at 2, 10 to start.
      expect(rows).toEqual(
        Array.from({ length: sessions }, (_, n) => ({
          startedAt: instant(begun + n * hour),
          endedAt: instant(begun + n * hour + hour / 2),
          energyWh: 5000,
          amount: 150,
        })),
      )
      expect(await reconcile(database.kysely)).toEqual([])
      await database.close()
    },
  )
})

/** A station that says everything until it is answered, as real ones do. It starts the server again when it is dead. */
function reconnecting(server: ServerProcess, { identity, secret }: MadeStation) {
  const endpoint = `${server.origin.replace('http', 'ws')}/ocpp`
  let client: StationClient | undefined
  let kills = 0
  const attempt = async (method: string, params: Record<string, unknown>): Promise<unknown> => {
    if (!client) {
      client = stationClient({ endpoint, identity, secret, protocols: ['ocpp1.6'] })
      await client.connect()
    }
    return await client.call(method, params)
  }
  return {
    get kills() {
      return kills
    },
    insist: async (method: string, params: Record<string, unknown>): Promise<unknown> => {
      for (;;) {
        try {
          return await attempt(method, params)
        } catch {
          client = undefined
          kills += 1
          while (await isServing(server.origin)) await passed(20)
          await server.start()
        }
      }
    },
    close: async () => {
      await client?.close()
    },
  }
}

const isServing = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  )
