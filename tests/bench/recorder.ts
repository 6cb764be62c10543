import { AbortedTransactionError } from 'kysely'
import type { Connection, ConnectionSource } from '#server/db/connection.ts'

/** The statements of a transaction with their parameters, its end among them: a list for each round trip. */
export type Transaction = readonly (readonly { text: string; parameters: readonly unknown[] }[])[]

/** A source of connections that can note what a transaction sends. */
export class Recorder implements ConnectionSource {
  readonly #source: ConnectionSource
  #recorded: Transaction[number][number][][] | undefined
  #isAnswered = true

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

  async replay(transaction: Transaction): Promise<void> {
    const connection = await this.#source.acquire()
    connection.begin()
    for (const statements of transaction)
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
      query: async (text, parameters) => {
        if (!this.#recorded) return await own.query(text, parameters)
        if (this.#isAnswered) this.#recorded.push([])
        this.#isAnswered = false
        this.#recorded.at(-1)?.push({ text, parameters })
        return await own.query(text === 'commit' ? 'rollback' : text, parameters).finally(() => {
          this.#isAnswered = true
        })
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
