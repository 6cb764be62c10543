import { AsyncLocalStorage } from 'node:async_hooks'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Connection, ConnectionSource, StatementResult } from './connection.ts'

/** One running transaction: the connection it has taken, and how many statements are using it. */
interface Scope {
  connection?: QueuedConnection
  users: number
  isOver: boolean
}

/**
 * Kysely driver over a source of connections. A statement of the outer handle that is started inside `inTransaction`
 * runs on that transaction's connection. A second connection would never come: PGlite has only one, and PostgreSQL's
 * pool could be used up by transactions that all wait for another.
 */
export class TransactionDriver implements Driver {
  #source: ConnectionSource
  #scopes = new AsyncLocalStorage<Scope>()

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  /** Runs `work` on one connection, taken by the first statement and given back after the last. */
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    const scope: Scope = { users: 0, isOver: false }
    try {
      return await this.#scopes.run(scope, work)
    } finally {
      scope.isOver = true
    }
  }

  get isInTransaction(): boolean {
    return this.#scope() !== undefined
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<QueuedConnection> {
    const scope = this.#scope()
    if (!scope) return new QueuedConnection(await this.#source.acquire())
    if (!scope.connection) {
      const connection = new QueuedConnection(await this.#source.acquire())
      connection.scope = scope
      scope.connection = connection
    }
    scope.users += 1
    return scope.connection
  }

  async releaseConnection(connection: QueuedConnection): Promise<void> {
    const { scope } = connection
    if (scope && --scope.users > 0) return
    if (scope) delete scope.connection
    this.#source.release(connection.own, connection.isBroken)
  }

  async beginTransaction(connection: QueuedConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await connection.send(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
  }

  async commitTransaction(connection: QueuedConnection): Promise<void> {
    const { command } = await connection.send('commit')
    // An error that was swallowed inside has aborted the transaction: its "commit" undoes it.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(connection: QueuedConnection): Promise<void> {
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

  #scope(): Scope | undefined {
    const scope = this.#scopes.getStore()
    // A statement that was started inside and is still running after the end takes a connection of its own.
    return scope?.isOver ? undefined : scope
  }
}

/** A connection that runs one statement after the other: several of a transaction may be started at once. */
class QueuedConnection implements DatabaseConnection {
  readonly own: Connection
  scope?: Scope
  isBroken = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(own: Connection) {
    this.own = own
  }

  async send(text: string, parameters: readonly unknown[] = []): Promise<StatementResult> {
    const answer = this.#last.then(() => this.own.query(text, parameters))
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
