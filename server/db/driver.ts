import { AsyncLocalStorage } from 'node:async_hooks'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Wire, WireResult, WireSource } from './wire.ts'

/** What runs inside one transaction sits on one connection, whichever handle it uses. */
interface Seat {
  connection?: Connection
  users: number
  over: boolean
}

/**
 * Kysely driver over a source of connections. A use of the outer handle inside `seated` is routed to the
 * transaction's own connection: waiting for another one would wait for itself (embedded) or starve the pool.
 */
export class SeatedDriver implements Driver {
  #source: WireSource
  #seats = new AsyncLocalStorage<Seat>()

  constructor(source: WireSource) {
    this.#source = source
  }

  /** Runs `work` on one connection, taken by the first statement and given back after the last. */
  async seated<T>(work: () => Promise<T>): Promise<T> {
    const seat: Seat = { users: 0, over: false }
    try {
      return await this.#seats.run(seat, work)
    } finally {
      seat.over = true
    }
  }

  get isSeated(): boolean {
    return this.#seat() !== undefined
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const seat = this.#seat()
    if (!seat) return new Connection(await this.#source.acquire())
    if (!seat.connection) {
      const connection = new Connection(await this.#source.acquire())
      connection.seat = seat
      seat.connection = connection
    }
    seat.users += 1
    return seat.connection
  }

  async releaseConnection(connection: Connection): Promise<void> {
    const { seat } = connection
    if (seat && --seat.users > 0) return
    if (seat) delete seat.connection
    this.#source.release(connection.wire, connection.isBroken)
  }

  async beginTransaction(connection: Connection, { isolationLevel }: TransactionSettings): Promise<void> {
    await connection.send(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { command } = await connection.send('commit')
    // An error that was swallowed inside has aborted the transaction: its "commit" undoes it.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      await connection.send('rollback')
    } catch (cause) {
      connection.isBroken = true
      throw cause
    }
  }

  async destroy(): Promise<void> {
    await this.#source.close()
  }

  #seat(): Seat | undefined {
    const seat = this.#seats.getStore()
    // Work left running after its transaction ended is on its own.
    return seat?.over ? undefined : seat
  }
}

class Connection implements DatabaseConnection {
  wire: Wire
  seat?: Seat
  isBroken = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(wire: Wire) {
    this.wire = wire
  }

  /** One statement after the other: several of a transaction may be started at once. */
  async send(text: string, parameters: readonly unknown[] = []): Promise<WireResult> {
    const answer = this.#last.then(() => this.wire.query(text, parameters))
    this.#last = answer.catch(() => {})
    return await answer
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count, command } = await this.send(sql, parameters)
    return {
      rows: rows as R[],
      ...(/^(INSERT|UPDATE|DELETE|MERGE)$/.test(command) ? { numAffectedRows: BigInt(count) } : {}),
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read page by page, not streamed')
  }
}
