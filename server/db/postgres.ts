import type { Socket } from 'node:net'
import { Client, Pool, types as textTypes, type CustomTypesConfig, type PoolClient, type QueryResult } from 'pg'
import { parsers } from './parsing.ts'
import { takeRunningRole } from './running-role.ts'
import { isSqlError, type Connection, type ConnectionSource } from './connection.ts'
import { statementNames, type StatementNames } from './statement-names.ts'

type Row = Record<string, unknown>

const types: CustomTypesConfig = {
  getTypeParser: (oid: CustomOid, format?: 'text' | 'binary') => parsers[oid] ?? textTypes.getTypeParser(oid, format),
}
type CustomOid = Parameters<typeof textTypes.getTypeParser>[0]

/** A connection on which nothing came or went for so long is doubted, and how long a new one may take then. */
const silentAfterMs = 20_000
const connectMs = 10_000

/**
 * A pool of connections to a real PostgreSQL (15 or later). They take the running role as soon as there is one, but for
 * those of the `owner`. A database that vanished is noticed after `silentMs` and the time to connect; a statement may
 * take longer where it is there.
 */
export function postgresSource(
  url: string,
  { owner = false, silentMs = silentAfterMs, probeMs = connectMs } = {},
): ConnectionSource {
  const pool = new Pool({
    connectionString: url,
    types,
    max: 10,
    // Statements that don't need each other's answers are sent at once.
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    // A database host that vanished without a word is noticed by idle connections, and by who waits (endWhenGone).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'voltfolio',
    // Nothing waits for ever: neither for a lock, nor for a plan that went wrong. Jobs are called again.
    lock_timeout: 30_000,
    statement_timeout: 5 * 60_000,
    // A process that hangs in a transaction must not keep its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool replaces a connection that breaks while idle; without a listener its error would end the process.
  pool.on('error', () => {})
  // On Citus (docs/scale.md) a transaction that used several connections to a node, as for many members' rows, can't
  // write a table that every node has. A PostgreSQL without Citus takes the setting and ignores it.
  const byOneConnection = "set citus.multi_shard_modify_mode = 'sequential'"
  // PostgreSQL takes plans without sequential scans for expensive, and would compile them at each posting: 30 ms.
  const setUp = `set time zone 'UTC'; set jit = off; ${byOneConnection}; ${owner ? '' : takeRunningRole}`
  let isSetUp = new WeakSet<PoolClient>()
  let probing: Promise<boolean> | undefined
  const isThere = (): Promise<boolean> =>
    (probing ??= answers(url, probeMs).finally(() => {
      probing = undefined
    }))
  const names = statementNames()
  return {
    acquire: async () => {
      const client = await pool.connect().catch(outOfReach)
      // Without a listener, a connection that breaks while in use would end the process; its query fails anyway.
      if (client.listenerCount('error') === 0) {
        client.on('error', () => {})
        endWhenGone(client, silentMs, isThere)
      }
      if (!isSetUp.has(client)) await setUpConnection(client, setUp)
      isSetUp.add(client)
      return new PostgresConnection(client, names)
    },
    release: (wire, broken) => {
      const { client, isStale } = wire as PostgresConnection
      client.release(broken || isStale)
    },
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    takeRole: async () => {
      isSetUp = new WeakSet()
    },
    close: async () => {
      await pool.end()
    },
  }
}

async function setUpConnection(client: PoolClient, setUp: string): Promise<void> {
  try {
    await client.query(setUp).catch(outOfReach)
  } catch (cause) {
    client.release(true)
    throw cause
  }
}

/**
 * Ends a silent connection where the database takes no new one either: its statements fail at once, and the pool lets
 * it go. The keepalive of TCP doesn't notice while a request is unanswered, and a time-out would cut long statements.
 */
function endWhenGone(client: PoolClient, silentMs: number, isThere: () => Promise<boolean>): void {
  const stream = client.connection.stream as Socket
  stream.setTimeout(silentMs).on('timeout', () => {
    const heard = stream.bytesRead
    void isThere().then((it) => {
      // What has answered meanwhile may be serving the next transaction.
      if (it || stream.bytesRead > heard) stream.setTimeout(silentMs)
      else stream.destroy(new Error('Connection terminated: the database does not answer'))
    })
  })
}

/**
 * Whether there may be a database: one that takes nobody in just now says something, and a refusal, or a name that
 * isn't found for a moment, tells nothing of a connection that is there. Only silence and a host without a way do.
 */
async function answers(url: string, ms: number): Promise<boolean> {
  const probe = new Client({ connectionString: url, connectionTimeoutMillis: ms, application_name: 'voltfolio' })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (cause) {
    const isSilent =
      cause instanceof Error && /timeout expired|terminated due to connection timeout/.test(cause.message)
    return !isSilent && !isWithoutWay(cause)
  } finally {
    void probe.end().catch(() => {})
  }
}

function isWithoutWay(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(code)
}

class PostgresConnection implements Connection {
  readonly client: PoolClient
  /** A statement that this connection has prepared would give other columns now: the pool must not reuse it. */
  isStale = false
  readonly #names: StatementNames
  #begins = false

  constructor(client: PoolClient, names: StatementNames) {
    this.client = client
    this.#names = names
  }

  begin(): void {
    this.#begins = true
  }

  async query(text: string, parameters: readonly unknown[]) {
    const result = await this.#send(text, parameters).catch((cause: unknown) => this.#failed(withSqlState(cause)))
    // Several statements in one text give a list of results.
    const last = Array.isArray(result) ? (result as QueryResult<Row>[]).at(-1) : result
    return { rows: last?.rows ?? [], count: last?.rowCount ?? 0, command: last?.command ?? '' }
  }

  /**
   * `begin` goes ahead without a `Sync` of its own: PostgreSQL passes over all that follows an error up to the next
   * `Sync`. In a text of several statements it does the same.
   */
  async #send(text: string, parameters: readonly unknown[]) {
    const begins = this.#begins
    this.#begins = false
    // Statements that are started together leave in one write: each write takes longer than many a statement.
    const { stream } = this.client.connection
    stream.cork()
    process.nextTick(() => {
      stream.uncork()
    })
    if (parameters.length === 0) return await this.client.query<Row>(begins ? `begin; ${text}` : text)
    const name = this.#names.nameOf(text)
    if (begins) {
      const { connection } = this.client
      connection.parse({ name: '', text: 'begin', types: [] }, true)
      connection.bind({}, true)
      connection.execute({}, true)
    }
    return await this.client.query<Row>({ text, values: [...parameters], ...(name !== undefined && { name }) })
  }

  /**
   * A prepared `select *` fails once another process has added a column, and one whose preparing failed is unknown
   * (26000). 40001 has the transaction run again.
   */
  #failed(cause: unknown): never {
    const isStale = isSqlError(cause, '26000') || (isSqlError(cause, '0A000') && cause.message.includes('cached plan'))
    if (!isStale) outOfReach(cause)
    this.isStale = true
    throw Object.assign(new Error('a prepared statement is out of date', { cause }), { code: '40001' })
  }
}

/**
 * Beginnings of messages, in English, of errors that Citus (docs/scale.md) passes on from another node without their
 * SQLSTATE, and that SQLSTATE. It leaves it out where it copies rows to a node and where a connection breaks. A node
 * that answers and can't take part, as without the extension, counts as out of reach as well.
 */
const codesByMessage: readonly (readonly [message: RegExp, code: string])[] = [
  [/^(deadlock detected|canceling the transaction since it was involved in a distributed deadlock)/, '40P01'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement due to statement timeout/, '57014'],
  [/^terminating connection due to/, '57P01'],
  [/^(failure on connection marked as essential|could not connect to any active placements)/, '08006'],
  [/^failed to (complete COPY|COPY to shard)/, '08006'],
  // What libpq says of a connection.
  [/^(server closed the connection|SSL SYSCALL error|no connection to the server|connection not open)/, '08006'],
  [/^could not (send data to|receive data from) server/, '08006'],
]

/** Such an error with its SQLSTATE. Citus gives it XX000 (internal error) or 58030 (I/O error) instead. */
function withSqlState(cause: unknown): unknown {
  if (!isSqlError(cause, 'XX000', '58030')) return cause
  const code = codesByMessage.find(([message]) => message.test(cause.message))?.[1]
  return code === undefined ? cause : Object.assign(new Error(cause.message, { cause }), { code })
}

/**
 * Gives connection errors the SQLSTATE 08006: the driver reports them by message text only, and those of a name with
 * several addresses together.
 */
function outOfReach(cause: unknown): never {
  const isLine =
    cause instanceof Error &&
    ('syscall' in cause ||
      cause instanceof AggregateError ||
      /^(Connection terminated|timeout exceeded|Client (has|was) )/.test(cause.message))
  if (!isLine) throw cause
  throw Object.assign(new Error('the database is out of reach', { cause }), { code: '08006' })
}
