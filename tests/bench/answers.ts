import { performance } from 'node:perf_hooks'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { quantile, type Figure } from './figure.ts'

const requests = 300
const warmUp = 50

/** Time of the server's answers for Home, one request after the other, on both databases. */
export async function answers(): Promise<Figure[]> {
  const postgres = await startPostgres({ durable: true })
  try {
    return [
      ...(await measureWith('PGlite', {})),
      ...(await measureWith('PostgreSQL', { DATABASE_URL: postgres.url('postgres'), DEMO: '1' })),
    ]
  } finally {
    await postgres.stop()
  }
}

async function measureWith(name: string, env: Record<string, string>): Promise<Figure[]> {
  const server = await startServer({ entry: 'server/main.ts', env })
  try {
    const times: number[] = []
    for (let request = 0; request < warmUp + requests; request += 1) {
      const begun = performance.now()
      const answer = await fetch(`${server.origin}/wx/home/indexV3`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`Home answered ${answer.status}`)
      if (request >= warmUp) times.push(performance.now() - begun)
    }
    return [
      { what: `Home answered on ${name} (median of ${requests})`, value: quantile(times, 0.5), unit: 'ms' },
      { what: `Home answered on ${name}, 99 of 100 within`, value: quantile(times, 0.99), unit: 'ms' },
    ]
  } finally {
    await server.dispose()
  }
}
