import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { calls } from '#protocol/calls.ts'
import { bodyLimitBytes, header } from '#protocol/headers.ts'
import { served } from '#server/features/served.ts'
import type { Database } from '#server/db/open.ts'
import { callerOf } from '#tests/support/caller.ts'
import { hasWorkers } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { pathFor, fieldsOf, junk, invalidArgsOf } from '#tests/support/invalid-args.ts'
import { longer } from '#tests/support/longer.ts'
import { tableDigests } from '#tests/support/table-digests.ts'
import type { World } from '#tests/support/world.ts'
import { worldOn } from '#tests/support/world.ts'

/**
 * Arguments are parsed before the database is asked, so a few calls on PostgreSQL are enough to show that it makes no
 * difference.
 */
const runsOn = { PGlite: { everyNth: 1, spoilt: 4, anything: 8 }, PostgreSQL: { everyNth: 8, spoilt: 2, anything: 5 } }

describe.each(databases)('bad input on $name', ({ name, kind }) => {
  const runs = runsOn[name]
  const some = <T>(all: readonly T[]): T[] => all.filter((_, n) => n % runs.everyNth === 0)
  let database: Database
  let world: World
  let call: ReturnType<typeof callerOf>
  /** A digest of all tables after the last test, and the number of the last transaction that had written until then. */
  let known: Record<string, string>
  let lastWrite: string

  beforeAll(async () => {
    database = await openDemo(kind)
    world = await worldOn(database)
    // From many addresses: so many calls from one would reach the rate limit.
    let sent = 0
    call = callerOf(world.app, () => `10.0.${Math.floor(++sent / 200) % 256}.1`)
    await remember()
  })
  afterAll(() => database.close())

  const nextTransaction = async () =>
    (await sql<{ id: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as id`.execute(database.kysely))
      .rows[0]!.id

  /**
   * Reads the tables again only if a transaction has written since: reading uses up no transaction id. On PostgreSQL
   * other tests' transactions count too. Of several nodes each has transaction ids of its own.
   */
  async function remember(): Promise<void> {
    const next = await nextTransaction()
    if (next === lastWrite && !hasWorkers) return
    lastWrite = next
    known = await tableDigests(database)
  }

  async function expectNoChange(): Promise<void> {
    if ((await nextTransaction()) !== lastWrite || hasWorkers) expect(await tableDigests(database)).toEqual(known)
  }

  const keyOf = (who: string) =>
    who === 'operator' ? { token: world.feedKey } : who === 'member' ? { token: world.demo.token } : {}

  const isInQuery = (it: Call) => it.method === 'GET' || it.mostBodyBytes !== undefined
  const withArguments = Object.values(calls).filter(
    (it: Call) => !('entries' in it.args) || Object.keys(it.args.entries as object).length > 0,
  )

  it.each(some(withArguments).map((it: Call) => [it.path, it] as const))(
    '%s: any one argument that is wrong or missing is refused by name and changes nothing',
    async (_path, declared) => {
      for (const of of fieldsOf(declared)) {
        await fc.assert(
          fc.asyncProperty(invalidArgsOf(declared, of), async (args) => {
            const heard = await call(pathFor(declared, args), {
              method: declared.method,
              args,
              inQuery: isInQuery(declared),
              ...keyOf(declared.who),
            })
            expect(heard.status).toBe(400)
            expect(heard.body).toMatchObject({ errno: 400, data: null })
            expect(heard.body.errmsg).toMatch(new RegExp(`^This request can't be read: ${of.field}(\\.\\S+)?: .+\\.$`))
          }),
          { numRuns: runs.spoilt * longer },
        )
      }
      await expectNoChange()
    },
  )

  it.each(some(served).map(({ call: it }) => [it.path, it] as const))(
    '%s: anything at all gets an answer of ours, and never an internal error',
    async (path, declared) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(junk, fc.dictionary(fc.string({ maxLength: 12 }), junk, { maxKeys: 5 })),
          async (args) => {
            const filled = path.replaceAll(/\{\w+\}/g, 'zzz')
            const sent =
              declared.method === 'GET'
                ? typeof args === 'object' && args !== null && !Array.isArray(args)
                  ? args
                  : { id: args }
                : args
            const heard = await call(filled, { method: declared.method, args: sent, ...keyOf(declared.who) })
            expect(heard.headers.get(header.ours)).toBe('1')
            expect(heard.status).toBeLessThan(500)
          },
        ),
        { numRuns: runs.anything * longer },
      )
      // Some random bodies are valid: an empty claim claims everything.
      await remember()
    },
  )

  it('refuses bodies that are no JSON, no object, or too large', async () => {
    const { token } = world.demo
    for (const [raw, status] of [
      ['{', 400],
      ['[]', 400],
      ['null', 400],
      ['"x"', 400],
      [JSON.stringify({ madeAt: 'x'.repeat(bodyLimitBytes) }), 413],
    ] as const) {
      const heard = await call('game/sign', { raw, token })
      expect([raw.slice(0, 9), heard.status]).toEqual([raw.slice(0, 9), status])
    }
    await expectNoChange()
  })

  it('refuses a writing call without a usable key', async () => {
    for (const key of [null, '', 'short', 'spaces are not allowed in a key', 'x'.repeat(65)]) {
      const heard = await call('g/user/goods/earnings/claim', { key, token: world.demo.token })
      expect(heard.body).toMatchObject({ errno: 400, errmsg: expect.stringContaining('Idempotency-Key') })
    }
  })

  it('lets nobody in without a token, with a made-up one or with an expired one', async () => {
    for (const { call: declared } of served.filter((it) => it.call.who === 'member')) {
      for (const token of [undefined, 'x'.repeat(43), world.demo.expiredToken]) {
        const heard = await call(declared.path.replaceAll(/\{\w+\}/g, randomUUID()), {
          method: declared.method,
          ...(token === undefined ? {} : { token }),
        })
        expect([declared.path, heard.status, heard.body.errno]).toEqual([declared.path, 401, 401])
      }
    }
    await expectNoChange()
  })

  it('opens the feed to its key only', async () => {
    for (const { call: declared } of served.filter((it) => it.call.who === 'operator')) {
      for (const token of [undefined, 'x'.repeat(43), world.demo.token]) {
        expect((await call(declared.path, token === undefined ? {} : { token })).status).toBe(403)
      }
    }
  })

  it('tells an outdated client to update', async () => {
    const heard = await call('user/info', {
      method: 'GET',
      token: world.demo.token,
      headers: { [header.versionCode]: '1706' },
    })
    expect([heard.status, heard.body.errno]).toEqual([426, 426])
  })
})
