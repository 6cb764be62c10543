import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a PostgreSQL, for tests of what happens where it is gone. */
export interface DatabaseLine {
  /** Port of 127.0.0.1 that leads there. */
  readonly port: number
  /** Connections stay and new ones are accepted, and nothing comes through. */
  silence(): void
  /** What was lost stays lost. */
  speak(): void
  /** Every connection breaks, and no new one is accepted. */
  cut(): void
  mend(): Promise<void>
  close(): void
}

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
