import { Pool, types as textTypes, type CustomTypesConfig, type PoolClient, type QueryResult } from 'pg'
import { parsers } from './parsing.ts'
import { takeRunningRole } from './running-role.ts'
import type { Connection, ConnectionSource } from './connection.ts'

type Row = Record<string, unknown>

const types: CustomTypesConfig = {
  getTypeParser: (oid: CustomOid, format?: 'text' | 'binary') => parsers[oid] ?? textTypes.getTypeParser(oid, format),
}
type CustomOid = Parameters<typeof textTypes.getTypeParser>[0]

/**
 * A pool of connections to a real PostgreSQL (15 or later). They take the running role as soon as there is one, but for
 * those of the `owner`.
 */
export function postgresSource(url: string, { owner = false } = {}): ConnectionSource {
  const pool = new Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'voltfolio',
    // Nothing waits for ever: neither for a lock, nor for a plan that went wrong. Jobs are called again.
    lock_timeout: 30_000,
    statement_timeout: 5 * 60_000,
    // A process that hangs in a transaction must not keep its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool replaces a connection that breaks while idle; without a listener its error would end the process.
  pool.on('error', () => {})
  const setUp = `set time zone 'UTC'; ${owner ? '' : takeRunningRole}`
  let prepared = new WeakSet<PoolClient>()
  return {
    acquire: async () => {
      const client = await pool.connect().catch(outOfReach)
      if (!prepared.has(client)) await prepare(client, setUp)
      prepared.add(client)
      return new PostgresConnection(client)
    },
    release: (wire, broken) => {
      ;(wire as PostgresConnection).client.release(broken)
    },
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    takeRole: async () => {
      prepared = new WeakSet()
    },
    close: async () => {
      await pool.end()
    },
  }
}

async function prepare(client: PoolClient, setUp: string): Promise<void> {
  // Without a listener, a connection that breaks while in use would end the process; its query fails anyway.
  if (client.listenerCount('error') === 0) client.on('error', () => {})
  try {
    await client.query(setUp).catch(outOfReach)
  } catch (cause) {
    client.release(true)
    throw cause
  }
}

class PostgresConnection implements Connection {
  client: PoolClient

  constructor(client: PoolClient) {
    this.client = client
  }

  async query(text: string, parameters: readonly unknown[]) {
    const result = await this.client.query<Row>(text, [...parameters]).catch(outOfReach)
    // Several statements in one text give a list of results.
    const last = Array.isArray(result) ? (result as QueryResult<Row>[]).at(-1) : result
    return { rows: last?.rows ?? [], count: last?.rowCount ?? 0, command: last?.command ?? '' }
  }
}

/** Gives connection errors the SQLSTATE 08006: the driver reports them by message text only. */
function outOfReach(cause: unknown): never {
  const isLine =
    cause instanceof Error &&
    ('syscall' in cause || /^(Connection terminated|timeout exceeded|Client (has|was) )/.test(cause.message))
  if (!isLine) throw cause
  throw Object.assign(new Error('the database is out of reach', { cause }), { code: '08006' })
}
