import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Transfer {
  /** With its query. */
  path: string
  /** Of the answer's body, as it was sent. */
  bytes: number
}

export interface CountingProxy {
  /** The server through the proxy. */
  readonly origin: string
  /** All requests in order, whoever made them: a page, a worker, or the browser by itself. */
  readonly seen: Transfer[]
  close(): Promise<void>
}

/** A proxy before the server at `target` that notes every request and how many bytes its answer took. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const seen: Transfer[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((asked, answer) => {
    const transfer = { path: asked.url ?? '', bytes: 0 }
    seen.push(transfer)
    const { method = 'GET', headers } = asked
    const onward = request({ hostname, port, path: transfer.path, method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.on('data', (chunk: Buffer) => {
        transfer.bytes += chunk.length
      })
      given.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
