import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(oneDatabase)('settling commands whose answer was lost on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  const sign = (token: string, key: string) =>
    world.call('game/sign', { token, key, args: { madeAt: new Date(clock.now()).toISOString() } })
  const settle = async (token: string, keys: readonly string[]) =>
    (await world.call('commands/settle', { token, key: null, args: { keys } })).body.data as {
      outcomes: { kind: string; key: string; errno?: number; message?: string; data?: unknown }[]
    }

  test('tells the answer of one that was carried out and the reason of one that was rejected', async () => {
    const { token } = await world.member()
    const [done, rejected] = [randomUUID(), randomUUID()]
    const answer = (await sign(token, done)).body.data
    const refusal = (await world.call('g/user/goods/earnings/claim', { token, key: rejected })).body
    expect((await settle(token, [rejected, done])).outcomes).toEqual([
      { kind: 'rejected', key: rejected, errno: 1708, message: refusal.errmsg },
      { kind: 'applied', key: done, data: answer },
    ])
  })

  test('closes a key that never arrived: its request does nothing when it comes later', async () => {
    const { token } = await world.member()
    const key = randomUUID()
    expect((await settle(token, [key])).outcomes).toEqual([{ kind: 'notArrived', key }])
    expect((await sign(token, key)).body.errno).toBe(422)
    expect((await settle(token, [key])).outcomes).toEqual([{ kind: 'notArrived', key }])
    expect((await sign(token, randomUUID())).body.errno).toBe(0)
  })

  test('and its request at once: either it is carried out and told, or it is closed and refused', async () => {
    const { token } = await world.member()
    for (let i = 0; i < 10; i++) {
      const key = randomUUID()
      const [reply, { outcomes }] = await Promise.all([
        world.call('g/user/goods/earnings/claim', { token, key }),
        settle(token, [key]),
      ])
      expect(reply.body.errno).toBe(outcomes[0]?.kind === 'notArrived' ? 422 : 1708)
    }
  })

  test('is asked for a thousand times a day at most: each closes keys, which are kept', async () => {
    const { memberId, token } = await world.member()
    const ask = async () =>
      (await world.call('commands/settle', { token, key: null, args: { keys: [randomUUID()] } })).body.errno
    expect(await ask()).toBe(0)
    const subject = `commands-settle:day:${memberId}`
    await world.database.kysely.updateTable('attempt').set({ count: 999 }).where('subject', '=', subject).execute()
    expect([await ask(), await ask()]).toEqual([0, 429])
  })

  test("touches nobody else's keys", async () => {
    const [one, other] = [await world.member(), await world.member()]
    const key = randomUUID()
    expect((await settle(other.token, [key])).outcomes).toEqual([{ kind: 'notArrived', key }])
    expect((await sign(one.token, key)).body.errno).toBe(0)
    expect((await world.call('commands/settle', { key: null, args: { keys: [key] } })).body.errno).toBe(401)
  })
})
