import { createServer } from 'node:net'

const first = 20_000
const each = 1000

/** Every worker of a run has ports of its own: one server must not be found where another one, killed for a while, is to come back. */
const own = first + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12) * each
let next = Math.floor(Math.random() * each)

/** Below those that the system itself hands out, to whoever asks for any, while a server of ours is dead. */
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
