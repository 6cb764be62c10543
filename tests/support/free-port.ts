import { createServer } from 'node:net'

const first = 20_000
const each = 1000

/** Each test worker has its own port range: a killed server must find its port free when it restarts. */
const own = first + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12) * each
let next = Math.floor(Math.random() * each)

/** A free port below the system's ephemeral range, which could otherwise take the port of a killed server. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own + next
    next = (next + 1) % each
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const probe = createServer()
      .once('error', () => tell(false))
      .listen(port, '127.0.0.1', () => probe.close(() => tell(true)))
  })
}
