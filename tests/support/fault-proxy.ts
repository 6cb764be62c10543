import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createDice } from './simulator/dice.ts'

/** What happens to one request. `answer` replaces the server's; `delayed` forwards after `ms`. */
export type Fault =
  | { kind: 'none' | 'lost' | 'answerLost' | 'truncated' | 'doubled' | 'blackHole' }
  | { kind: 'delayed'; ms: number }
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: string }

export type FaultKind = Fault['kind']

/** A request at the proxy; `key` is its `Idempotency-Key`, which is a command's id. */
export interface ProxiedRequest {
  method: string
  path: string
  key: string | undefined
}

/** Probability of each fault, from 0 to 1; other requests pass. */
export type Odds = Partial<Record<Exclude<FaultKind, 'none' | 'answer'>, number>> & { slowestMs?: number }

export interface FaultProxy {
  /** `http://127.0.0.1:port`: the server through the proxy. */
  readonly origin: string
  readonly seed: number
  /** Fault probabilities for calls under `/wx/`; may be replaced at any time. */
  odds: Odds
  /** Decides before `odds`; undefined leaves the request to them. */
  rule: ((request: ProxiedRequest) => Fault | undefined) | undefined
  /** Number of calls under `/wx/` by fault. */
  readonly counts: Record<FaultKind, number>
  /** Calls under `/wx/` in order, with their fault and time by `performance.now()`. */
  readonly passed: (ProxiedRequest & { fault: FaultKind; at: number })[]
  /** Closes every open connection, black holes included. */
  closeConnections(): void
  close(): Promise<void>
}

/**
 * A TCP proxy before the server at `target` that cuts, delays, doubles, truncates and swallows requests, by seeded
 * chance or by rule. It parses HTTP just far enough to know where a request ends; one request a connection.
 */
export async function startFaultProxy(target: string, seed = 1): Promise<FaultProxy> {
  const dice = createDice(seed)
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    keep(client)
    let bytes = Buffer.alloc(0)
    let isWhole = false
    client.on('data', (chunk: Buffer) => {
      if (isWhole) return
      bytes = Buffer.concat([bytes, chunk])
      const request = requestIn(bytes)
      if (!request) return
      isWhole = true
      void handle(client, request.raw, request)
    })
  })

  function keep(socket: Socket) {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
  }

  function faultFor(request: ProxiedRequest): Fault {
    const ruled = proxy.rule?.(request)
    if (ruled) return ruled
    if (!request.path.startsWith('/wx/')) return { kind: 'none' }
    const { slowestMs = 2000, ...odds } = proxy.odds
    let roll = dice.next()
    for (const [kind, chance] of Object.entries(odds) as [Exclude<FaultKind, 'none' | 'answer'>, number][]) {
      roll -= chance
      if (roll < 0) return kind === 'delayed' ? { kind, ms: dice.whole(1, slowestMs) } : { kind }
    }
    return { kind: 'none' }
  }

  async function handle(client: Socket, raw: Buffer, request: ProxiedRequest): Promise<void> {
    const fault = faultFor(request)
    if (request.path.startsWith('/wx/')) {
      proxy.counts[fault.kind]++
      proxy.passed.push({
        method: request.method,
        path: request.path,
        key: request.key,
        fault: fault.kind,
        at: performance.now(),
      })
    }
    switch (fault.kind) {
      case 'none':
        pipe(client, raw)
        return
      case 'lost':
        client.destroy()
        return
      case 'blackHole':
        return
      case 'answerLost':
        await ask(raw)
        client.destroy()
        return
      case 'truncated': {
        const answer = await ask(raw)
        // The cut is in the body: a browser takes cut headers for another kind of answer.
        const body = answer.indexOf('\r\n\r\n') + 4
        client.write(answer.subarray(0, dice.whole(body, Math.max(body, answer.length - 1))), () => client.destroy())
        return
      }
      case 'doubled': {
        const [answer] = await Promise.all([ask(raw), ask(raw)])
        client.end(answer)
        return
      }
      case 'delayed':
        setTimeout(() => pipe(client, raw), fault.ms)
        return
      case 'answer':
        client.end(httpText(fault))
    }
  }

  function upstream(raw: Buffer): Socket {
    const socket = connect(Number(port), hostname)
    keep(socket)
    socket.write(raw)
    return socket
  }

  function pipe(client: Socket, raw: Buffer) {
    const socket = upstream(raw)
    socket.on('error', () => client.destroy())
    client.on('close', () => socket.destroy())
    socket.pipe(client)
  }

  /** The server's whole answer; empty where it is down. */
  function ask(raw: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      const parts: Buffer[] = []
      upstream(raw)
        .on('data', (part: Buffer) => parts.push(part))
        .on('close', () => resolve(Buffer.concat(parts)))
    })
  }

  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const proxy: FaultProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seed,
    odds: {},
    rule: undefined,
    passed: [],
    counts: { none: 0, lost: 0, answerLost: 0, truncated: 0, doubled: 0, blackHole: 0, delayed: 0, answer: 0 },
    closeConnections: () => {
      for (const socket of open) socket.destroy()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const socket of open) socket.destroy()
      }),
  }
  return proxy
}

/** The first request in `bytes`, rewritten to `connection: close`. Undefined until it is complete. */
function requestIn(bytes: Buffer): (ProxiedRequest & { raw: Buffer }) | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const length = Number(lines.find((it) => /^content-length:/i.test(it))?.slice('content-length:'.length) ?? 0)
  if (bytes.length < end + 4 + length) return undefined
  const [method = '', path = ''] = first.split(' ')
  const key = lines
    .find((it) => /^idempotency-key:/i.test(it))
    ?.slice('idempotency-key:'.length)
    .trim()
  const head = [first, ...lines.filter((it) => !/^connection:/i.test(it)), 'connection: close'].join('\r\n')
  return {
    method,
    path,
    key,
    raw: Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes.subarray(end + 4, end + 4 + length)]),
  }
}

function httpText({
  status,
  headers = {},
  body,
}: {
  status: number
  headers?: Record<string, string>
  body: string
}): string {
  const all = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers }
  return `HTTP/1.1 ${status} Said\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}
