import { AsyncLocalStorage } from 'node:async_hooks'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Connection, ConnectionSource, StatementResult } from './connection.ts'
import { withCamelCase } from './names.ts'

/**
 * Kysely driver over a source of connections. A statement of the outer handle that is started inside `inTransaction`
 * runs on that transaction's connection. A second connection would never come: PGlite has only one, and PostgreSQL's
 * pool could be used up by transactions that all wait for another.
 */
export class TransactionDriver implements Driver {
  #source: ConnectionSource
  #transactions = new AsyncLocalStorage<RunningTransaction>()

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  /**
   * Runs `work` in one transaction and commits it; a throw rolls back. The statements that `last` gives are sent
   * together with the commit.
   */
  async inTransaction<T>(
    work: (connections: ConnectionProvider) => Promise<T>,
    last: (result: T) => readonly CompiledQuery[],
  ): Promise<T> {
    const transaction = new RunningTransaction(this.#source)
    try {
      const result = await this.#transactions.run(transaction, () => work(transaction))
      await transaction.commit(last(result))
      return result
    } catch (cause) {
      await transaction.rollBack()
      throw cause
    } finally {
      await transaction.release()
    }
  }

  get isInTransaction(): boolean {
    return this.#running() !== undefined
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<OpenConnection> {
    const transaction = this.#running()
    return transaction ? await transaction.connection() : new OpenConnection(await this.#source.acquire())
  }

  async releaseConnection(connection: OpenConnection): Promise<void> {
    // A transaction's connection is released at its end.
    if (!connection.isOfTransaction) this.#source.release(connection.own, false)
  }

  async beginTransaction(): Promise<void> {
    throw new Error('transactions are run by inTransaction')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#source.close()
  }

  #running(): RunningTransaction | undefined {
    const transaction = this.#transactions.getStore()
    // A statement that was started inside and is still running after the end takes a connection of its own.
    return transaction?.isOver ? undefined : transaction
  }
}

/**
 * A transaction on one connection, which its first statement takes and begins. Statements are sent in the order in
 * which they are started, without waiting for the answers of those before: several that are started at once are one
 * round trip.
 */
class RunningTransaction implements ConnectionProvider {
  isOver = false
  #source: ConnectionSource
  #connection: Promise<OpenConnection> | undefined
  #isBroken = false

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    // What is left running after a failure must not write outside of the transaction.
    if (this.isOver) throw new Error('the transaction is over')
    return await consumer(await this.connection())
  }

  connection(): Promise<OpenConnection> {
    this.#connection ??= this.#begin()
    return this.#connection
  }

  async commit(last: readonly CompiledQuery[]): Promise<void> {
    this.isOver = true
    if (this.#connection === undefined && last.length === 0) return
    const connection = await this.connection()
    const written = last.map(({ sql, parameters }) => connection.send(sql, parameters))
    const [{ command }] = await Promise.all([connection.end('commit'), ...written])
    // An error that was swallowed inside has aborted the transaction: its "commit" undoes it.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  /** The error that led here is the one to tell: a connection that can't roll back is not used again. */
  async rollBack(): Promise<void> {
    this.isOver = true
    const connection = await this.#taken()
    await connection?.end('rollback').catch(() => {
      this.#isBroken = true
    })
  }

  async release(): Promise<void> {
    const connection = await this.#taken()
    if (connection) this.#source.release(connection.own, this.#isBroken)
  }

  async #begin(): Promise<OpenConnection> {
    const own = await this.#source.acquire()
    own.begin()
    return new OpenConnection(own, { isOfTransaction: true })
  }

  async #taken(): Promise<OpenConnection | undefined> {
    return await this.#connection?.catch(() => undefined)
  }
}

class OpenConnection implements DatabaseConnection {
  readonly own: Connection
  readonly isOfTransaction: boolean
  #isEnded = false

  constructor(own: Connection, { isOfTransaction = false } = {}) {
    this.own = own
    this.isOfTransaction = isOfTransaction
  }

  async send(text: string, parameters: readonly unknown[] = []): Promise<StatementResult> {
    if (this.#isEnded) throw new Error('the transaction is over')
    return await this.own.query(text, parameters)
  }

  /** What is sent later would be outside of the transaction. */
  async end(command: 'commit' | 'rollback'): Promise<StatementResult> {
    this.#isEnded = true
    return await this.own.query(command, [])
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, count, command } = await this.send(sql, parameters)
    return {
      rows: withCamelCase(rows) as R[],
      ...(/^(INSERT|UPDATE|DELETE|MERGE)$/.test(command) ? { numAffectedRows: BigInt(count) } : {}),
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are read page by page, not streamed')
  }
}
