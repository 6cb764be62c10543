/** A statement's result. `command` is the first word of its completion tag, `count` the number of rows it wrote. */
export interface StatementResult {
  rows: Record<string, unknown>[]
  count: number
  command: string
}

/** One connection to PostgreSQL, embedded or real. */
export interface Connection {
  /**
   * Has the next statement begin a transaction, in one request with it: where `begin` fails, the statement isn't
   * carried out.
   */
  begin(): void
  /**
   * A statement without parameters may be several. Statements are carried out in the order in which they are sent; one
   * needn't wait for the answer to the one before.
   */
  query(text: string, parameters: readonly unknown[]): Promise<StatementResult>
}

/** How many connections there are, how many of them are idle, and how many callers wait for one. */
export interface Usage {
  open: number
  idle: number
  waiting: number
}

/** A source of connections. A caller has the one it acquired to itself until it releases it. */
export interface ConnectionSource {
  acquire(): Promise<Connection>
  /** `broken`: don't hand it out again. */
  release(wire: Connection, broken: boolean): void
  usage(): Usage
  /** Has every connection take the running role before its next use (running-role.ts). */
  takeRole(): Promise<void>
  close(): Promise<void>
}

/** An error of the database itself, alike from both drivers. */
export interface SqlError extends Error {
  /** SQLSTATE, five characters. */
  code: string
  constraint?: string
  detail?: string
}

/** True for an error of the database with one of these SQLSTATEs. */
export function isSqlError(cause: unknown, ...codes: [string, ...string[]]): cause is SqlError {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && codes.includes(cause.code)
}
