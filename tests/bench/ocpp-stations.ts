import { setTimeout as passed } from 'node:timers/promises'
import { instant, systemClock } from '#server/clock.ts'
import { stationClient } from '#server/ocpp/station-client.ts'
import { quantile } from './figure.ts'

// The stations of the bench `ocpp`. It connects all that standard input names, prints a line, measures, and prints the
// figures.
const [, , origin = '', seconds = ''] = process.argv
const everyMs = 30_000
let text = ''
for await (const chunk of process.stdin) text += String(chunk)
const stations = JSON.parse(text) as { identity: string; secret: string }[]

const times: number[] = []
let failed = 0

async function timed(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work.then(
    () => times.push(performance.now() - begun),
    () => (failed += 1),
  )
}

const connecting = performance.now()
const waiting = [...stations]
const charging: ((n: number) => Promise<void>)[] = []
async function connectSome(): Promise<void> {
  for (let of = waiting.pop(); of; of = waiting.pop()) {
    const client = stationClient({ endpoint: `${origin.replace('http', 'ws')}/ocpp`, protocols: ['ocpp1.6'], ...of })
    await client.connect()
    await client.call('BootNotification', { chargePointVendor: 'Bench', chargePointModel: 'Bench' })
    const timestamp = instant(systemClock)
    const start = { connectorId: 1, idTag: 'BENCH', meterStart: 0, timestamp }
    const { transactionId } = (await client.call('StartTransaction', start)) as { transactionId: number }
    charging.push(async (n) => {
      await timed(client.call('Heartbeat', {}))
      const meterValue = [{ timestamp: instant(systemClock), sampledValue: [{ value: String(n * 100) }] }]
      await timed(client.call('MeterValues', { connectorId: 1, transactionId, meterValue }))
    })
  }
}
await Promise.all(Array.from({ length: 20 }, connectSome))
const connectedMs = performance.now() - connecting
console.log('connected')

const rounds = (Number(seconds) * 1000) / everyMs
await Promise.all(
  charging.map(async (say, n) => {
    await passed((n / charging.length) * everyMs)
    for (let round = 1; round <= rounds; round += 1) {
      const begun = performance.now()
      await say(round)
      if (round < rounds) await passed(Math.max(0, everyMs - (performance.now() - begun)))
    }
  }),
)
console.log(
  JSON.stringify({
    connectedMs,
    answers: times.length,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    failed,
  }),
)
process.exit(0)
