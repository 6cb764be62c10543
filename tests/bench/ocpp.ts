import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { systemClock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open.ts'
import { root } from '#server/install.mjs'
import { ensurePartitions } from '#server/ledger/partitions.ts'
import { makeStation, openEndpoint } from '#tests/support/station-world.ts'
import { onBoth } from './databases.ts'
import type { Figure } from './figure.ts'

const stations = 1000
const seconds = 30

interface Heard {
  connectedMs: number
  answers: number
  median: number
  p95: number
  failed: number
}

/**
 * 1,000 stations connected at once, each in a transaction, with a heartbeat and meter values every 30 s. They run in a
 * process of their own; the figures of processor and memory are the server's.
 */
export async function ocpp(): Promise<Figure[]> {
  const measured = await onBoth(measure)
  return measured.flatMap(([name, of]) =>
    of.map((it) => ({ ...it, what: `${stations} stations on ${name}: ${it.what}` })),
  )
}

async function measure(database: Database): Promise<Figure[]> {
  await migrate(database)
  await ensurePartitions(database.kysely, systemClock)
  const made: { identity: string; secret: string }[] = []
  for (let n = 0; n < stations; n += 100)
    await database.inTransaction(async () => {
      for (let one = 0; one < 100; one += 1) {
        const { identity, secret } = await makeStation(database, systemClock)
        made.push({ identity, secret })
      }
    })
  const endpoint = await openEndpoint(database, systemClock)
  const before = process.memoryUsage().rss
  const child = spawn(process.execPath, ['tests/bench/ocpp-stations.ts', endpoint.origin, String(seconds)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  child.stdin.end(JSON.stringify(made))
  const connected = once(lines, 'line')
  await connected
  if (endpoint.stations.size !== stations) throw new Error(`${endpoint.stations.size} of ${stations} are connected`)
  const [cpu, begun] = [process.cpuUsage(), performance.now()]
  const [line] = (await once(lines, 'line')) as [string]
  const used = process.cpuUsage(cpu)
  const heard = JSON.parse(line) as Heard
  const ms = performance.now() - begun
  const memory = process.memoryUsage().rss
  await endpoint.stop()
  if (heard.failed > 0) throw new Error(`${heard.failed} messages were not answered`)
  return [
    { what: 'until all are connected and charging', value: heard.connectedMs / 1000, unit: 's' },
    { what: 'messages answered', value: (heard.answers / ms) * 1000, unit: 'per second' },
    { what: 'answer to a message, median', value: heard.median, unit: 'ms' },
    { what: 'answer to a message, 95 of 100 within', value: heard.p95, unit: 'ms' },
    { what: "the server's share of one core", value: ((used.user + used.system) / 1000 / ms) * 100, unit: 'of 100' },
    { what: 'memory they add to the server', value: (memory - before) / 2 ** 20, unit: 'MB' },
  ]
}
