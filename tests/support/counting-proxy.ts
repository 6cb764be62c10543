import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as passed } from 'node:timers/promises'
import type { ArgsInput } from '#protocol/call.ts'
import { prefix } from '#protocol/headers.ts'
import { manyReads } from '#protocol/reads.ts'

export interface Transfer {
  /** With its query. */
  path: string
  /** The addresses in a request for several reads, spelled as paths; empty in any other. */
  reads: readonly string[]
  /** `Sec-Fetch-Dest`: `script` where the page asked for one, `empty` where the worker or a call did. */
  destination: string
  /** Of the answer's body, as it was sent. */
  bytes: number
}

export interface CountingProxy {
  /** The server through the proxy. */
  readonly origin: string
  /** All requests in order, whoever made them: a page, a worker, or the browser by itself. */
  readonly seen: Transfer[]
  /**
   * `slow` is Slow 4G, whose rate all connections share. `gone` closes each connection; `mute` takes requests and never
   * answers.
   */
  state: 'quick' | 'slow' | 'gone' | 'mute'
  close(): Promise<void>
}

function readsIn(path: string, body: Buffer): string[] {
  if (path !== prefix + manyReads.path) return []
  return (JSON.parse(body.toString()) as ArgsInput<typeof manyReads>).reads.map((it) => prefix + it)
}

/** What Lighthouse and Chromium's tools call Slow 4G. */
const slow4G = { bytesPerSecond: 200_000, latencyMs: 150 }

/** A proxy before the server at `target` that notes every request and how many bytes its answer took. */
export async function startCountingProxy(
  target: string,
  state: CountingProxy['state'] = 'quick',
): Promise<CountingProxy> {
  const { hostname, port } = new URL(target)
  /** Milliseconds by `performance.now()` at which the slow connection has sent all it was given. */
  let freeAt = 0

  async function untilSent(bytes: number): Promise<void> {
    if (proxy.state !== 'slow') return
    freeAt = Math.max(freeAt, performance.now()) + (bytes / slow4G.bytesPerSecond) * 1000
    await passed(freeAt - performance.now())
  }

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (proxy.state === 'gone') asked.socket.destroy()
    if (proxy.state === 'gone' || proxy.state === 'mute') return
    const { method = 'GET', headers, url: path = '' } = asked
    const body = Buffer.concat(await Array.fromAsync(asked as AsyncIterable<Buffer>))
    const transfer: Transfer = {
      path,
      reads: readsIn(path, body),
      destination: headers['sec-fetch-dest'] ?? '',
      bytes: 0,
    }
    proxy.seen.push(transfer)
    if (proxy.state === 'slow') await passed(slow4G.latencyMs)
    const given = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, path, method, headers }, resolve).on('error', reject).end(body)
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
  const proxy: CountingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    state,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return proxy
}
