import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  sql,
  type Compilable,
  type ConnectionProvider,
} from 'kysely'
import { withEffects } from './after-commit.ts'
import { lockDirectory, lockPathOf } from './directory-lock.ts'
import { TransactionDriver } from './driver.ts'
import { SnakeCaseCompiler } from './names.ts'
import { PGliteSource } from './pglite.ts'
import { postgresSource } from './postgres.ts'
import type { Schema } from './schema.ts'
import { isSqlError, type ConnectionSource, type Usage } from './connection.ts'

/** What queries run on: inside a writing call it is that call's transaction. */
export type Db = Kysely<Schema>

export interface Database {
  kysely: Db
  /**
   * Runs `work` in one transaction (read committed) and commits it; a throw rolls back. `work` runs again after a
   * deadlock or serialization failure (40P01, 40001), at most 8 times, so it must change nothing but the database.
   * Called inside a transaction, also through the outer handle, it becomes a savepoint of that one. Statements of
   * `work` that are started at once are one round trip. `last` gives writes that are sent together with the commit.
   */
  inTransaction<T>(work: (db: Db) => Promise<T>, last?: (result: T) => readonly Compilable[]): Promise<T>
  kind: 'pglite' | 'postgres'
  /**
   * Whether a long work may begin one more transaction beside `own` that it has open. Never inside a transaction, and
   * not while this process has something else to do with the database: calls come first.
   */
  hasRoomBeside(own: number): boolean
  /** Statements run as the running role from now on (running-role.ts). Called once a database was migrated. */
  takeRole(): Promise<void>
  /** The connections of this process. */
  usage(): Usage
  /** A copy of the whole embedded database, taken between two transactions. Never call it inside one. */
  image?: () => Promise<ArrayBuffer>
  close(): Promise<void>
}

/**
 * Where the data is: a PostgreSQL `url`, else the embedded database in `dir`, else (tests) in memory. `image` starts an
 * embedded one from a copy; its `dir` must be empty.
 */
export interface Where {
  url?: string
  /** With `url`: statements run as who logs in, to migrate; otherwise as the running role (running-role.ts). */
  asOwner?: boolean
  dir?: string
  image?: ArrayBuffer
}

/** Folders with members' data are read by the server's own account. */
const ownerOnly = 0o700

/** Opens a database without changing it (see migrate). Throws when another live process has `dir`. */
export async function openDatabase({ url, asOwner = false, dir, image }: Where): Promise<Database> {
  if (url !== undefined) return databaseOver(postgresSource(url, { owner: asOwner }), 'postgres')
  if (dir === undefined) return databaseOver(await PGliteSource.start(image ? { image } : {}), 'pglite')
  mkdirSync(dir, { recursive: true, mode: ownerOnly })
  const home = realpathSync(dir)
  // A directory of an earlier version may be open to all accounts of the machine.
  chmodSync(home, ownerOnly)
  const unlock = await lockDirectory(lockPathOf(home))
  try {
    const source = await PGliteSource.start({ dir: home, ...(image ? { image } : {}) })
    return { ...databaseOver(source, 'pglite', unlock), image: () => source.imageBetween() }
  } catch (cause) {
    unlock()
    throw cause
  }
}

/** Transactions of a long work: it is bound by the processors of the database, which calls need as well. */
const mostAtOnce = 2

/** Builds the handle over any source of connections. */
export function databaseOver(source: ConnectionSource, kind: Database['kind'], closed = () => {}): Database {
  const driver = new TransactionDriver(source)
  const adapter = new PostgresAdapter()
  const compiler = new SnakeCaseCompiler()
  const dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  }
  const over = (connections: ConnectionProvider): Db => {
    const executor = new DefaultQueryExecutor(compiler, adapter, connections)
    return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor })
  }
  const single = new DefaultConnectionProvider(driver)
  const kysely = over({
    // A statement by itself is a transaction: one that met a deadlock has changed nothing, and runs again as well.
    provideConnection: async (consumer) =>
      driver.isInTransaction
        ? await single.provideConnection(consumer)
        : await retried(() => single.provideConnection(consumer)),
  })
  return {
    kysely,
    kind,
    hasRoomBeside: (own) => {
      const { open, idle, waiting } = source.usage()
      return kind === 'postgres' && !driver.isInTransaction && own < mostAtOnce && open - idle + waiting <= own
    },
    takeRole: () => source.takeRole(),
    usage: () => source.usage(),
    inTransaction: async (work, last = () => []) =>
      driver.isInTransaction
        ? await inSavepoint(kysely, work, last)
        : await retried(() =>
            withEffects(() =>
              driver.inTransaction(
                (connections) => work(over(connections)),
                (result) => last(result).map((it) => it.compile()),
              ),
            ),
          ),
    close: async () => {
      // Kysely closes only what was used.
      await source.close()
      closed()
    },
  }
}

async function inSavepoint<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
  last: (result: T) => readonly Compilable[],
): Promise<T> {
  await sql`savepoint inner_work`.execute(db)
  try {
    const result = await work(db)
    for (const it of last(result)) await db.executeQuery(it.compile())
    await sql`release savepoint inner_work`.execute(db)
    return result
  } catch (cause) {
    await sql`rollback to savepoint inner_work`.execute(db)
    await sql`release savepoint inner_work`.execute(db)
    throw cause
  }
}

const attempts = 8

/** Runs it again where it met a deadlock or couldn't be serialized. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (cause) {
      if (attempt === attempts || !isSqlError(cause, '40P01', '40001')) throw cause
      // Random, so that two transactions that collided don't collide again.
      await pause(Math.random() * 5 * 2 ** attempt)
    }
  }
}
