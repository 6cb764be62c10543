import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'
import { isSqlError } from './connection.ts'
import { statementNames } from './statement-names.ts'

const { serialize } = protocol

/**
 * Runs statements of the embedded database that are parsed and planned once. Its own `query` does both at every call,
 * and asks for each message of the protocol by itself: that takes several times as long as most statements.
 */
export class PreparedStatements {
  readonly #database: PGlite
  readonly #names = statementNames()
  /** The types of the parameters of what is prepared, by its name. */
  readonly #types = new Map<string, number[]>()

  constructor(database: PGlite) {
    this.#database = database
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Results | undefined> {
    const name = this.#names.nameOf(text)
    if (name === undefined) return await this.#database.query(text, [...parameters])
    const types = this.#types.get(name) ?? (await this.#prepare(name, text))
    const values = parameters.map((it, index) => this.#written(it, types[index] ?? 0))
    try {
      const messages = await this.#send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
      return parse.parseResults(messages, this.#database.parsers).at(-1)
    } catch (cause) {
      // Its columns are others since a migration. 40001 has the transaction run again, which prepares it anew.
      if (!isSqlError(cause, '0A000') || !cause.message.includes('cached plan')) throw cause
      this.#types.delete(name)
      await this.#send(serialize.close({ type: 'S', name }))
      throw Object.assign(new Error('a prepared statement is out of date', { cause }), { code: '40001' })
    }
  }

  async #prepare(name: string, text: string): Promise<number[]> {
    const messages = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const types = parse.parseDescribeStatementResults(messages)
    this.#types.set(name, types)
    return types
  }

  /** As PGlite writes it. */
  #written(value: unknown, type: number) {
    if (value === null || value === undefined) return null
    const write = this.#database.serializers[type] ?? String
    return write(value)
  }

  async #send(...messages: Uint8Array[]) {
    return (await this.#database.execProtocol(Buffer.concat([...messages, serialize.sync()]))).messages
  }
}
