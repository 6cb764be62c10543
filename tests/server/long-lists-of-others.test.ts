import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PGliteSource } from '#server/db/pglite.ts'
import type { Database } from '#server/db/open.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { callerOf } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { growingTables, pretendLarge, wholeReads } from '#tests/support/large-tables.ts'
import { argsOf, knownOf, listCalls } from '#tests/support/list-calls.ts'
import { worldOn, type World } from '#tests/support/world.ts'

let database: Database
let world: World
let call: ReturnType<typeof callerOf>
beforeAll(async () => {
  database = await openDemo('pglite')
  world = await worldOn(database)
  call = callerOf(world.app)
})
afterAll(() => database.close())

test('no list that a member can ask for reads a table of all members from end to end', async () => {
  expect(listCalls.length).toBeGreaterThan(20)
  const query = vi.spyOn(PGliteSource.prototype, 'query')
  const asked: { path: string; text: string; parameters: readonly unknown[] }[] = []
  const failed: string[] = []
  const known = await knownOf(database.kysely, world.demo.memberId)
  for (const list of listCalls) {
    const { path, method } = list
    query.mockClear()
    const { body } = await call(path, { method, args: argsOf(list, known), token: world.demo.token })
    if (body.errno !== 0) failed.push(`${path}: ${body.errmsg}`)
    for (const [text, parameters] of query.mock.calls)
      if (/^\s*(select|with)/i.test(text)) asked.push({ path, text, parameters })
  }
  query.mockRestore()
  expect(failed).toEqual([])
  const found = await asOwner(database, async (db) => {
    const tables = await growingTables(db)
    await pretendLarge(db, tables)
    const faults = new Set<string>()
    for (const { path, ...statement } of asked)
      for (const read of await wholeReads(db, statement, tables)) faults.add(`${path}: ${read}`)
    return [...faults]
  })
  expect(found).toEqual([])
})
