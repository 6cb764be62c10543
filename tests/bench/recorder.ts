import { AbortedTransactionError } from 'kysely'
import type { Connection, ConnectionSource } from '#server/db/connection.ts'

/** The statements of a transaction with their parameters, its end among them. */
export type Transaction = readonly { text: string; parameters: readonly unknown[] }[]

/** A source of connections that can note what a transaction sends. */
export class Recorder implements ConnectionSource {
  readonly #source: ConnectionSource
  #recorded: Transaction[number][] | undefined

  constructor(source: ConnectionSource) {
    this.#source = source
  }

  /** Notes what a transaction sends, which is undone at its end. Nothing else runs meanwhile. */
  async record(transaction: () => Promise<unknown>): Promise<Transaction> {
    const recorded = (this.#recorded = [])
    try {
      await transaction()
    } catch (cause) {
      if (!(cause instanceof AbortedTransactionError)) throw cause
    } finally {
      this.#recorded = undefined
    }
    return recorded
  }

  /** Sends a recorded transaction, all of it at once. */
  async replay(statements: Transaction): Promise<void> {
    const connection = await this.#source.acquire()
    connection.begin()
    await Promise.all(statements.map(({ text, parameters }) => connection.query(text, parameters)))
    this.#source.release(connection, false)
  }

  async acquire(): Promise<RecordedConnection> {
    const own = await this.#source.acquire()
    return {
      own,
      begin: () => {
        own.begin()
      },
      query: (text, parameters) => {
        this.#recorded?.push({ text, parameters })
        return own.query(this.#recorded && text === 'commit' ? 'rollback' : text, parameters)
      },
    }
  }

  release({ own }: RecordedConnection, broken: boolean): void {
    this.#source.release(own, broken)
  }

  usage() {
    return this.#source.usage()
  }

  async takeRole(): Promise<void> {
    await this.#source.takeRole()
  }

  async close(): Promise<void> {
    await this.#source.close()
  }
}

interface RecordedConnection extends Connection {
  own: Connection
}
