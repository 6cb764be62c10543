import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy to a PostgreSQL, for tests of what happens when it can't be reached. */
export interface DatabaseLine {
  /** The proxy's port on 127.0.0.1. */
  readonly port: number
  /** Connections stay and new ones are accepted, and nothing comes through. */
  silence(): void
  /** Passes bytes on again. Those that came meanwhile are lost. */
  speak(): void
  /** Every connection breaks, and no new one is accepted. */
  cut(): void
  /** Accepts connections again, on the same port. */
  mend(): Promise<void>
  close(): void
}

/** Starts a proxy to the PostgreSQL at `host` and `port`. */
export async function databaseLine(host: string, port: number): Promise<DatabaseLine> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from
        .on('data', (bytes) => isSilent || to.write(bytes))
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
        .on('error', () => {})
    }
  })
  const listen = (at: number) =>
    new Promise<void>((done, failed) => {
      server.once('error', failed).listen(at, '127.0.0.1', () => {
        server.off('error', failed)
        done()
      })
    })
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = () => {
    server.close()
    for (const it of sockets) it.destroy()
  }
  return {
    port: own,
    silence: () => {
      isSilent = true
    },
    speak: () => {
      isSilent = false
    },
    cut,
    mend: () => listen(own),
    close: cut,
  }
}
