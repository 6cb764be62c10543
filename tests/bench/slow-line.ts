import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as passed } from 'node:timers/promises'

/** Slow 4G: what Lighthouse and Chromium's tools mean by it. */
const slow4G = { bytesPerSecond: 200_000, latencyMs: 150 }

export interface LineTransfer {
  path: string
  /** `Sec-Fetch-Dest`: `script` where the page asked for one, `empty` where the worker or a call did. */
  from: string
  /** Of the answer's body, as it was sent. */
  bytes: number
}

export interface SlowLine {
  /** The server through this line. */
  readonly origin: string
  readonly seen: LineTransfer[]
  /** `mute` takes requests and never answers; `gone` closes each connection. */
  state: 'slow' | 'quick' | 'mute' | 'gone'
  close(): Promise<void>
}

/** A line to the server at `target` whose connections share the rate of Slow 4G. */
export async function startSlowLine(target: string): Promise<SlowLine> {
  const { hostname, port } = new URL(target)
  const seen: LineTransfer[] = []
  /** Milliseconds by `performance.now()` at which the line has sent all it was given. */
  let freeAt = 0

  async function untilSent(bytes: number): Promise<void> {
    if (line.state !== 'slow') return
    freeAt = Math.max(freeAt, performance.now()) + (bytes / slow4G.bytesPerSecond) * 1000
    await passed(freeAt - performance.now())
  }

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (line.state === 'gone') asked.socket.destroy()
    if (line.state === 'gone' || line.state === 'mute') return
    const { method = 'GET', headers, url: path = '' } = asked
    const transfer: LineTransfer = { path, from: headers['sec-fetch-dest'] ?? '', bytes: 0 }
    seen.push(transfer)
    if (line.state === 'slow') await passed(slow4G.latencyMs)
    const given = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.pipe(request({ hostname, port, path, method, headers }, resolve).on('error', reject))
    })
    answer.writeHead(given.statusCode ?? 502, given.headers)
    for await (const chunk of given as AsyncIterable<Buffer>) {
      transfer.bytes += chunk.length
      await untilSent(chunk.length)
      answer.write(chunk)
    }
    answer.end()
  }

  const server = createServer((asked, answer) => {
    // A page that has gone needs no answer.
    forward(asked, answer).catch(() => answer.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const line: SlowLine = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    state: 'slow',
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return line
}
