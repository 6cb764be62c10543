import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sweep } from '#server/features/auth/sweep.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

describe.each(oneDatabase)('the commands that the server knows on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  const sign = (token: string, key: string) =>
    world.call('game/sign', { token, key, args: { madeAt: new Date(clock.now()).toISOString() } })
  const ask = (token: string, keys: readonly string[]) =>
    world.call('commands/known', { token, key: null, args: { keys } })
  const known = async (token: string, keys: readonly string[]) =>
    ((await ask(token, keys)).body.data as { known: string[] }).known

  test('are those that were carried out and those that were refused, in the order asked', async () => {
    const { token } = await world.member()
    const [done, refused, never] = [randomUUID(), randomUUID(), randomUUID()]
    expect((await sign(token, done)).body.errno).toBe(0)
    expect((await world.call('g/user/goods/earnings/claim', { token, key: refused })).body.errno).toBe(1708)
    expect(await known(token, [never, refused, done])).toEqual([refused, done])
    expect(await known(token, [never])).toEqual([])
  })

  test("are the caller's own", async () => {
    const [one, other] = [await world.member(), await world.member()]
    const key = randomUUID()
    await sign(one.token, key)
    expect(await known(one.token, [key])).toEqual([key])
    expect(await known(other.token, [key])).toEqual([])
    expect((await world.call('commands/known', { key: null, args: { keys: [key] } })).body.errno).toBe(401)
  })

  test('are fewer after an older database was restored, and whole again once they were sent under the same key', async () => {
    const { memberId, token } = await world.member()
    const [kept, lost] = [randomUUID(), randomUUID()]
    const save = (key: string) =>
      world.call('address/delete', { token, key, args: { id: '00000000-0000-4000-8000-000000000001', basedOn: 1 } })
    await save(kept)
    await save(lost)
    // A restored backup lacks both the effect and its key.
    await world.database.kysely.deleteFrom('idem').where('memberId', '=', memberId).where('key', '=', lost).execute()
    expect(await known(token, [kept, lost])).toEqual([kept])
    expect((await save(lost)).body.errno).toBe(0)
    expect(await known(token, [kept, lost])).toEqual([kept, lost])
  })

  test('are not those whose effect was undone with their transaction', async () => {
    const { token } = await world.member()
    const key = randomUUID()
    const failing = world.callWith({
      ...world.database,
      inTransaction: (work) =>
        world.database.inTransaction(async (db) => {
          await work(db)
          throw new Error('the disk is gone')
        }),
    })
    const args = { madeAt: new Date(clock.now()).toISOString() }
    expect((await failing('game/sign', { token, key, args })).status).toBe(500)
    expect(await known(token, [key])).toEqual([])
  })

  test('are remembered for 180 days', async () => {
    const { memberId, token } = await world.member()
    const key = randomUUID()
    await sign(token, key)
    clock.advance(179 * day)
    await sweep({ database: world.database, clock })
    expect(await known(await world.tokenOf(memberId), [key])).toEqual([key])
    clock.advance(2 * day)
    await sweep({ database: world.database, clock })
    expect(await known(await world.tokenOf(memberId), [key])).toEqual([])
  })

  test('are asked for a hundred at a time, in keys that are keys', async () => {
    const { token } = await world.member()
    const keys = (count: number) => Array.from({ length: count }, () => randomUUID())
    expect((await ask(token, keys(100))).body.errno).toBe(0)
    for (const wrong of [keys(101), [], ['short'], [`${randomUUID()}'`]])
      expect((await ask(token, wrong)).status).toBe(400)
  })

  test('are asked for ten times a minute, by each member, and the eleventh hears when to come again', async () => {
    const [one, other] = [await world.member(), await world.member()]
    const key = randomUUID()
    const outcomes = await Promise.all(Array.from({ length: 12 }, async () => (await ask(one.token, [key])).status))
    expect(outcomes.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    clock.advance(20_000)
    expect((await ask(one.token, [key])).headers.get('retry-after')).toBe('40')
    expect((await ask(other.token, [key])).status).toBe(200)
    clock.advance(40_000)
    expect((await ask(one.token, [key])).status).toBe(200)
  })
})
