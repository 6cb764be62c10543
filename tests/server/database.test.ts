import { AbortedTransactionError, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '#server/db/at-once.ts'
import type { Database, Db } from '#server/db/open.ts'
import { databaseOver, openDatabase } from '#server/db/open.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { vacuum } from '#server/db/vacuum.ts'
import { isSqlError } from '#server/db/connection.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { databases, freshPostgresUrl, openPGlite, openPostgres } from '#tests/support/databases.ts'

describe.each(databases)('The database handle on $name', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await asOwner(database, (db) =>
      sql`create table note (id int primary key, body text not null, check (id < 1000));
        grant all on note to voltfolio_server`.execute(db),
    )
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await sql`truncate note`.execute(database.kysely)
  })

  const ids = async () =>
    (await sql<{ id: number }>`select id from note order by id`.execute(database.kysely)).rows.map((row) => row.id)
  const one = async (expression: ReturnType<typeof sql>) =>
    (await sql<{ value: unknown }>`select ${expression} as value`.execute(database.kysely)).rows[0]?.value

  test('gives the same values whatever the driver', async () => {
    expect(await one(sql`9007199254740991::bigint`)).toBe(9007199254740991)
    expect(await one(sql`'2026-11-20 05:46:00.120+07'::timestamptz`)).toBe('2026-11-19T22:46:00.120Z')
    expect(await one(sql`'2026-11-20T05:46:00Z'::timestamptz`)).toBe('2026-11-20T05:46:00.000Z')
    expect(await one(sql`'2026-11-20'::date`)).toBe('2026-11-20')
    expect(await one(sql`${'6f9619ff-8b86-4d01-b42d-00cf4fc964ff'}::uuid`)).toBe('6f9619ff-8b86-4d01-b42d-00cf4fc964ff')
    expect(await one(sql`${JSON.stringify({ some_key: [1, { two_words: null }] })}::jsonb`)).toEqual({
      some_key: [1, { two_words: null }],
    })
    expect(await one(sql`(select sum(amount) from (values (1::bigint), (2)) as it (amount))`)).toBe('3')
    expect(await one(sql`array['a', 'b"c']`)).toEqual(['a', 'b"c'])
    expect(await one(sql`null::bigint`)).toBeNull()
    expect(await one(sql`true`)).toBe(true)
    expect(await one(sql`current_setting('TimeZone')`)).toBe('UTC')
  })

  test('reaches each table and column by its name in camelCase', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name::text as name from information_schema.tables where table_schema = 'public'
      union select column_name from information_schema.columns where table_schema = 'public'`.execute(database.kysely)
    // Those of the hours are named as they stand (machine-days.ts).
    const written = rows.map(({ name }) => name).filter((it) => !/\d$/.test(it))
    const columns = sql.join(written.map((it) => sql.raw(`1 as "${it}"`)))
    const answer = await sql<Record<string, number>>`select ${columns}`.execute(database.kysely)
    const names = Object.keys(answer.rows[0]!)
    expect(names).toContain('cancellableUntil')
    expect(names.filter((it) => it.includes('_'))).toEqual([])
    expect(names.map((it) => sql.ref(it).compile(database.kysely).sql)).toEqual(written.map((it) => `"${it}"`))
  })

  test('refuses a bigint that a number would round', async () => {
    await expect(one(sql`9007199254740993::bigint`)).rejects.toThrow('9007199254740993')
    expect(await one(sql`1`)).toBe(1)
  })

  test('says which constraint was broken', async () => {
    const failure = await write(database.kysely, 1000).catch((cause: unknown) => cause)
    expect(isSqlError(failure, '23514')).toBe(true)
    expect(failure).toMatchObject({ code: '23514', constraint: 'note_id_check' })
  })

  test('commits together or not at all', async () => {
    await expect(
      database.inTransaction(async (db) => {
        await write(db, 1)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await ids()).toEqual([])
    await database.inTransaction(async (db) => {
      await Promise.all([write(db, 1), write(db, 2), write(db, 3)])
    })
    expect(await ids()).toEqual([1, 2, 3])
  })

  test('routes the outer handle to the transaction it is used in', async () => {
    await expect(
      database.inTransaction(async (db) => {
        await write(db, 1)
        expect(await ids()).toEqual([1])
        await write(database.kysely, 2)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await ids()).toEqual([])
  })

  test('lets a transaction inside a transaction fail alone', async () => {
    await database.inTransaction(async (db) => {
      await write(db, 1)
      await expect(database.inTransaction((inner) => write(inner, 1))).rejects.toMatchObject({ code: '23505' })
      await database.inTransaction((inner) => write(inner, 2))
    })
    expect(await ids()).toEqual([1, 2])
  })

  test('does not claim a commit after an error that was swallowed', async () => {
    await expect(
      database.inTransaction(async (db) => {
        await write(db, 1)
        await write(db, 1).catch(() => {})
      }),
    ).rejects.toThrow(AbortedTransactionError)
    expect(await ids()).toEqual([])
  })

  test('keeps many transactions apart', async () => {
    await write(database.kysely, 0)
    await Promise.all(
      Array.from({ length: 40 }, () =>
        database.inTransaction(async (db) => {
          const {
            rows: [row],
          } = await sql<{ body: string }>`select body from note where id = 0 for update`.execute(db)
          await sql`update note set body = ${`${row?.body}x`} where id = 0`.execute(db)
        }),
      ),
    )
    expect(await one(sql`(select length(body) from note where id = 0)`)).toBe(41)
  })

  test('carries statements out in the order in which they were started at once', async () => {
    const changed = (db: Db, body: string) => sql`update note set body = body || ${body} where id = 1`.execute(db)
    await database.inTransaction(async (db) => {
      const letters = ['a', 'b', 'c', 'd', 'e', 'f']
      await Promise.all([write(db, 1), changed(db, ':'), ...letters.map((it) => changed(db, it))])
    })
    expect(await one(sql`(select substring(body from ':.*') from note where id = 1)`)).toBe(':abcdef')
  })

  test('lets nothing be written outside of a transaction that failed', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
    await expect(
      database.inTransaction(async (db) => {
        late = failed.then(() => write(db, 2))
        await Promise.all([write(db, 1), write(db, 1)])
      }),
    ).rejects.toMatchObject({ code: '23505' })
    fail()
    await expect(late).rejects.toThrow('the transaction is over')
    expect(await ids()).toEqual([])
  })

  test('tells the error that aborted a transaction, not one that it led to', async () => {
    const two = async (db: Db) => {
      await write(db, 1)
      await write(db, 2)
    }
    await expect(database.inTransaction((db) => atOnce([two(db), write(db, 1)]))).rejects.toMatchObject({
      code: '23505',
    })
  })

  test('writes what comes last with the commit, or nothing at all', async () => {
    const note = (id: number) => sql`insert into note values (${id}, 'last')`
    const compiled = (id: number) => ({ compile: () => note(id).compile(database.kysely) })
    await database.inTransaction(
      (db) => write(db, 1),
      () => [compiled(2), compiled(3)],
    )
    expect(await ids()).toEqual([1, 2, 3])
    await expect(
      database.inTransaction(
        (db) => write(db, 4),
        () => [compiled(5), compiled(1)],
      ),
    ).rejects.toMatchObject({ code: '23505' })
    await expect(database.inTransaction(async (db) => await write(db, 1))).rejects.toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([1, 2, 3])
    await database.inTransaction(async (db) => {
      await database.inTransaction(
        (inner) => write(inner, 4),
        () => [compiled(5)],
      )
      await write(db, 6)
    })
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('lets work go on alone that a transaction left running', async () => {
    let left: Promise<void> = Promise.resolve()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    await database.inTransaction(async (db) => {
      await write(db, 1)
      left = ended.then(() => write(database.kysely, 2))
    })
    end()
    await left
    expect(await ids()).toEqual([1, 2])
  })

  test('runs again what met a serialization failure, and gives up after eight times', async () => {
    let runs = 0
    await database.inTransaction(async (db) => {
      runs += 1
      await write(db, runs)
      if (runs < 3) await sql`do $$ begin raise exception 'try again' using errcode = '40001'; end $$`.execute(db)
    })
    expect(runs).toBe(3)
    expect(await ids()).toEqual([3])

    runs = 0
    await expect(
      database.inTransaction(async (db) => {
        runs += 1
        await sql`do $$ begin raise exception 'try again' using errcode = '40P01'; end $$`.execute(db)
      }),
    ).rejects.toMatchObject({ code: '40P01' })
    expect(runs).toBe(8)
  })
})

test('PGlite is checkpointed as it is tidied, so that its log is used again in place of growing', async () => {
  const database = await openPGlite()
  try {
    await asOwner(database, (db) => sql`create table pile as select generate_series(1, 50000) as id`.execute(db))
    const unchecked = async () => {
      const { rows } = await asOwner(database, (db) =>
        sql<{
          bytes: string
        }>`select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()`.execute(db),
      )
      return Number(rows[0]?.bytes)
    }
    expect(await unchecked()).toBeGreaterThan(3_000_000)
    await vacuum(database)
    expect(await unchecked()).toBeLessThan(100_000)
  } finally {
    await database.close()
  }
})

test('PGlite is tidied: what updates left behind is used again, and the planner knows the tables', async () => {
  const database = await openPGlite()
  try {
    await asOwner(database, (db) =>
      sql`create table pile (id int primary key, body text); grant all on pile to voltfolio_server`.execute(db),
    )
    await sql`insert into pile select n, repeat('x', 500) from generate_series(1, 500) n`.execute(database.kysely)
    const churned = async () => {
      await sql`update pile set id = -id`.execute(database.kysely)
      await vacuum(database)
      const {
        rows: [pile],
      } = await sql<{
        size: number
        known: number
      }>`select pg_relation_size('pile') as size, reltuples::int as known from pg_class where relname = 'pile'`.execute(
        database.kysely,
      )
      return pile
    }
    const first = await churned()
    expect(first?.known).toBe(500)
    await churned()
    expect(await churned()).toEqual(first)
  } finally {
    await database.close()
  }
})

test('PostgreSQL ends a real deadlock and both transactions come through', async () => {
  const url = await freshPostgresUrl()
  const [one, other] = await Promise.all([openDatabase({ url }), openDatabase({ url })])
  try {
    await asOwner(one, async (db) => {
      await sql`create table pair (id int primary key, n int not null default 0)`.execute(db)
      await sql`grant all on pair to voltfolio_server`.execute(db)
      await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set deadlock_timeout = '20ms'`.execute(db)
    })
    await sql`insert into pair (id) values (1), (2)`.execute(one.kysely)
    const bothHoldOne = gate(2)
    let runs = 0
    const cross = (database: Database, first: number, second: number) =>
      database.inTransaction(async (db) => {
        runs += 1
        await sql`update pair set n = n + 1 where id = ${first}`.execute(db)
        await bothHoldOne()
        await sql`update pair set n = n + 1 where id = ${second}`.execute(db)
      })
    await Promise.all([cross(one, 1, 2), cross(other, 2, 1)])
    const { rows } = await sql<{ n: number }>`select n from pair`.execute(one.kysely)
    expect(rows.map(({ n }) => n)).toEqual([2, 2])
    expect(runs).toBe(3)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})

test('a statement by itself that met a deadlock runs again, and one with another error does not', async () => {
  const source = await PGliteSource.start({})
  let sent = 0
  const failing = ['40P01', '40001', undefined, '23505']
  const database = databaseOver(
    {
      acquire: async () => {
        const own = await source.acquire()
        return {
          begin: () => {
            own.begin()
          },
          query: async (text, parameters) => {
            const code = failing[sent++]
            if (code !== undefined) throw Object.assign(new Error('refused'), { code })
            return await own.query(text, parameters)
          },
        }
      },
      release: () => {
        source.release()
      },
      usage: () => source.usage(),
      takeRole: () => source.takeRole(),
      close: () => source.close(),
    },
    'pglite',
  )
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(database.kysely)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  expect(sent).toBe(3)
  await expect(ask()).rejects.toMatchObject({ code: '23505' })
  expect(sent).toBe(4)
  await database.close()
})

/** These are errors as Citus passes them on from another node (docs/scale.md). */
test('an error that Citus passes on without its SQLSTATE gets it by its message, and a deadlock runs again', async () => {
  const database = await openPostgres()
  try {
    for (const [code, message, meant, runs] of [
      ['XX000', 'deadlock detected', '40P01', 8],
      ['XX000', 'canceling the transaction since it was involved in a distributed deadlock', '40P01', 8],
      ['XX000', 'canceling statement due to lock timeout', '55P03', 1],
      ['XX000', 'canceling statement due to statement timeout', '57014', 1],
      ['XX000', 'terminating connection due to administrator command', '57P01', 1],
      ['XX000', 'server closed the connection unexpectedly', '08006', 1],
      ['XX000', 'SSL SYSCALL error: EOF detected', '08006', 1],
      ['XX000', 'failure on connection marked as essential: 10.0.0.5:5432', '08006', 1],
      ['58030', 'failed to complete COPY on 10.0.0.5:5432', '08006', 1],
      ['58030', 'failed to COPY to shard 102008 on 10.0.0.5:5432', '08006', 1],
      ['XX000', 'could not connect to any active placements', '08006', 1],
      ['XX000', 'could not send data to server: Broken pipe', '08006', 1],
      ['XX000', 'could not receive data from server: Connection reset by peer', '08006', 1],
      ['XX000', 'no connection to the server', '08006', 1],
      ['XX000', 'connection not open', '08006', 1],
      ['XX000', 'cache lookup failed for "deadlock detected"', 'XX000', 1],
      ['58030', 'could not write a block', '58030', 1],
      ['23505', 'deadlock detected', '23505', 1],
    ] as const) {
      let run = 0
      const work = database.inTransaction(async (db) => {
        run += 1
        const raise = `begin raise exception using errcode = '${code}', message = '${message}'; end`
        await sql`do ${sql.lit(raise)}`.execute(db)
      })
      await expect(work).rejects.toMatchObject({ code: meant, message })
      expect([message, run]).toEqual([message, runs])
    }
  } finally {
    await database.close()
  }
})

test('a parameter that no thread can be given fails its statement on PGlite, and nothing else', async () => {
  const database = await openPGlite()
  try {
    const given = (value: unknown) => sql<{ value: string }>`select ${value}::text as value`.execute(database.kysely)
    await expect(given(Symbol('x'))).rejects.toThrow('could not be cloned')
    expect((await given('x')).rows).toEqual([{ value: 'x' }])
  } finally {
    await database.close()
  }
})

test.each(databases)('$name prepares what is asked again, and goes on when a table is changed', async ({ open }) => {
  const database = await open()
  try {
    await asOwner(database, (db) =>
      sql`create table note (id int primary key, body text); grant all on note to voltfolio_server`.execute(db),
    )
    const readTwice = () =>
      database.inTransaction(async (db) => {
        const read = () => sql`select * from note where id = ${1}`.execute(db)
        return [...(await read()).rows, ...(await read()).rows]
      })
    await sql`insert into note (id, body) values (1, 'x')`.execute(database.kysely)
    await readTwice()
    expect(await readTwice()).toEqual([
      { id: 1, body: 'x' },
      { id: 1, body: 'x' },
    ])
    const { rows } = await sql`select statement from pg_prepared_statements`.execute(database.kysely)
    expect(rows).toEqual([{ statement: 'select * from note where id = $1' }])
    await asOwner(database, (db) => sql`alter table note add column more int not null default 7`.execute(db))
    const whole = { id: 1, body: 'x', more: 7 }
    expect(await readTwice()).toEqual([whole, whole])
    expect(await readTwice()).toEqual([whole, whole])
  } finally {
    await database.close()
  }
})

async function write(db: Db, id: number): Promise<void> {
  await sql`insert into note (id, body) values (${id}, 'x')`.execute(db)
}

/** A barrier: resolves for all once so many have come; later ones pass at once. */
function gate(wanted: number): () => Promise<void> {
  let came = 0
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  return async () => {
    came += 1
    if (came >= wanted) open()
    await opened
  }
}

test('nothing on PostgreSQL is compiled for one statement: it takes longer than a posting', async () => {
  const database = await openDatabase({ url: await freshPostgresUrl() })
  try {
    const { rows } = await sql`select current_setting('jit') as jit`.execute(database.kysely)
    expect(rows).toEqual([{ jit: 'off' }])
  } finally {
    await database.close()
  }
})

test('nothing on PostgreSQL waits for ever for a lock, a statement or a transaction', async () => {
  const database = await openDatabase({ url: await freshPostgresUrl() })
  try {
    const { rows } = await sql`select current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.kysely)
    expect(rows).toEqual([{ lock: '30s', statement: '5min', idle: '1min' }])
  } finally {
    await database.close()
  }
})
