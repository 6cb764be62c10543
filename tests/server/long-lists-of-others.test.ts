import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { PGliteSource } from '#server/db/pglite.ts'
import { subscribe, unsubscribe } from '#server/features/settings/push.ts'
import type { Database } from '#server/db/open.ts'
import { callerOf } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo-database.ts'
import { wholeReadsOf, type Asked } from '#tests/support/large-tables.ts'
import { makeDevice } from '#tests/support/push-service.ts'
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
  const asked: Asked[] = []
  const failed: string[] = []
  const known = await knownOf(database.kysely, world.demo.memberId)
  for (const list of listCalls) {
    const { path, method } = list
    query.mockClear()
    const { body } = await call(path, { method, args: argsOf(list, known), token: world.demo.token })
    if (body.errno !== 0) failed.push(`${path}: ${body.errmsg}`)
    for (const [text, parameters] of query.mock.calls)
      if (/^\s*(select|with)/i.test(text)) asked.push({ by: path, text, parameters })
  }
  query.mockRestore()
  expect(failed).toEqual([])
  expect(await wholeReadsOf(database, asked)).toEqual([])
})

test('a device that tells its address at each start, or goes, reads no pushes of others', async () => {
  const { memberId } = world.demo
  const { endpoint, p256dh, auth } = makeDevice('127.0.0.1', 'a')
  const tell = () =>
    subscribe(database.kysely, { memberId, endpoint, p256dh, auth, language: 'en' }, ['127.0.0.1'], systemClock)
  await tell()
  await sql`insert into push_job (id, member_id, message_id, endpoint, due_at)
    select id, member_id, id, ${endpoint}, at from message where member_id = ${memberId}`.execute(database.kysely)
  const query = vi.spyOn(PGliteSource.prototype, 'query')
  await tell()
  await unsubscribe(database.kysely, { memberId, endpoint })
  const asked = query.mock.calls.map(([text, parameters]) => ({ by: 'a device', text, parameters }))
  query.mockRestore()
  expect(asked.filter((it) => it.text.includes('push_job')).length).toBeGreaterThan(1)
  expect(await wholeReadsOf(database, asked)).toEqual([])
})
