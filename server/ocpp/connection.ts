import { setTimeout as passed } from 'node:timers/promises'
import { createRPCError } from 'ocpp-rpc'
import type { StationContext } from './station-context.ts'
import type { StationCall } from './orders.ts'
import { handlers16 } from './ocpp16.ts'
import { handlers201 } from './ocpp201.ts'

/** What this server uses of the library's connection. */
export interface RpcConnection {
  readonly identity: string
  readonly protocol: string
  handle(handler: (message: { method: string; params: unknown }) => Promise<Record<string, unknown>>): void
  call(method: string, params: Record<string, unknown>): Promise<unknown>
  close(how: { code: number; reason: string; force?: boolean }): Promise<unknown>
  on(event: 'message', listener: (message: { outbound: boolean }) => void): void
  once(event: 'close', listener: () => void): void
}

/** Messages a station may have under way without an answer; OCPP allows one. */
const mostPending = 20
/** Messages at once, and then a second: above the first the answer waits, far above it the connection ends. */
const burst = 100
const perSecond = 20
const mostWaitMs = 30_000

/** One station's connection: answers its messages, one kind of handler for each version, within a rate. */
export class Connection {
  readonly id: string
  readonly station: string
  readonly protocol: string
  /** When it last sent anything, by the server's clock. */
  heardAt: number
  readonly #client: RpcConnection
  readonly #context: StationContext
  #pending = new Set<Promise<unknown>>()
  readonly #flooded = new AbortController()
  #tokens = burst
  #filledAt: number

  constructor(client: RpcConnection, { id, ...context }: StationContext & { id: string }) {
    this.id = id
    this.station = context.station
    this.protocol = client.protocol
    this.#client = client
    this.#context = context
    // The library closes connections too, and doesn't look how that ends: a station that then breaks a frame would end
    // the process.
    const close = client.close.bind(client)
    client.close = (how) => close(how).catch(() => undefined)
    this.heardAt = context.clock.now()
    this.#filledAt = performance.now()
    client.on('message', ({ outbound }) => {
      if (!outbound) this.#count()
    })
    client.handle(({ method, params }) => this.#answer(method, params))
  }

  onClose(listener: () => void): void {
    this.#client.once('close', listener)
  }

  /** Calls the station. Rejects where it answers with an error, not at all, or against the schema. */
  async call({ method, params }: StationCall): Promise<unknown> {
    return await this.#client.call(method, params)
  }

  /** Ends the connection once the messages under way are answered. The library gives up on a silent peer after 30 s. */
  async close(code: number, reason: string): Promise<void> {
    await this.#client.close({ code, reason })
  }

  /** Ends the connection now; messages under way may take 5 s. */
  async end(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#pending), passed(5000, undefined, { ref: false })])
    await this.#client.close({ code: 1001, reason: 'Going away', force: true })
  }

  /** Counts every message, also those that no schema lets through. */
  #count(): void {
    const now = performance.now()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond) - 1
    this.#filledAt = now
    this.heardAt = this.#context.clock.now()
    if (this.#waitMs() <= mostWaitMs) return
    // Messages that wait are refused, else they would hold the connection for half a minute more.
    this.#flooded.abort()
    void this.close(1008, 'Too many messages')
  }

  #waitMs(): number {
    return this.#tokens >= 0 ? 0 : (-this.#tokens / perSecond) * 1000
  }

  async #answer(method: string, params: unknown): Promise<Record<string, unknown>> {
    if (this.#pending.size >= mostPending) throw createRPCError('GenericError', 'Too many messages under way')
    const answering = this.#handled(method, params)
    this.#pending.add(answering)
    try {
      return await answering
    } finally {
      this.#pending.delete(answering)
    }
  }

  async #handled(method: string, params: unknown): Promise<Record<string, unknown>> {
    const wait = this.#waitMs()
    // A station waits for each answer: a late one slows down its backlog.
    if (wait > 0)
      await passed(wait, undefined, { signal: this.#flooded.signal }).catch(() => {
        throw createRPCError('GenericError', 'Too many messages')
      })
    const handlers = this.protocol === 'ocpp1.6' ? handlers16 : handlers201
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (!handler) throw createRPCError('NotImplemented', 'Not implemented here')
    try {
      return await handler(this.#context, params as never)
    } catch (cause) {
      if (cause instanceof Error && 'rpcErrorCode' in cause) throw cause
      // The library would send the error's own text to the station.
      this.#context.log.error('ocpp message failed', cause, { station: this.station, method })
      throw createRPCError('InternalError', 'Something went wrong here; send it again')
    }
  }
}
