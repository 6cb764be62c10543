import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { header } from '#protocol/headers.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(oneDatabase)('what the server remembers of a device on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  const device = 'device-of-the-test'
  const send = (token: string, sequence: number, over: { path?: string; key?: string; device?: string } = {}) =>
    world.call(over.path ?? 'address/delete', {
      token,
      key: over.key ?? randomUUID(),
      args: { id: randomUUID(), basedOn: 1 },
      headers: { [header.device]: over.device ?? device, [header.sequence]: String(sequence) },
    })
  const told = async (cookie: string, from: string = device) => {
    const { body, cookie: next } = await world.call('auth/refresh', { cookie, headers: { [header.device]: from } })
    return { cookie: next ?? '', device: (body.data as { device?: unknown }).device }
  }

  test('is the highest number, whatever the order in which lanes arrive, and how many were carried out', async () => {
    const { token, cookie } = await world.member()
    expect((await told(cookie)).device).toBeUndefined()
    await Promise.all([3, 1, 5, 2].map((sequence) => send(token, sequence)))
    expect((await told(cookie)).device).toEqual({ sequence: 5, applied: 4 })
    expect((await told(cookie, 'another-device')).device).toBeUndefined()
  })

  test('counts a repetition once, and a refused command as arrived but not carried out', async () => {
    const { token, cookie } = await world.member()
    const key = randomUUID()
    const args = {
      args: { id: randomUUID(), basedOn: 1 },
      token,
      key,
      headers: { [header.device]: device, [header.sequence]: '1' },
    }
    for (let n = 0; n < 3; n++) expect((await world.call('address/delete', args)).body.errno).toBe(0)
    expect((await send(token, 2, { path: 'g/user/goods/earnings/claim' })).body.errno).toBe(1708)
    expect((await told(cookie)).device).toEqual({ sequence: 2, applied: 1 })
  })

  test('keeps members apart, and lives as long as the effect it came with', async () => {
    const [one, other] = [await world.member(), await world.member()]
    await send(one.token, 9)
    expect((await told(other.cookie)).device).toBeUndefined()
    const failing = world.callWith({
      ...world.database,
      inTransaction: (work) =>
        world.database.inTransaction(async (db) => {
          await work(db)
          throw new Error('the disk is gone')
        }),
    })
    const heard = await failing('address/delete', {
      token: other.token,
      args: { id: randomUUID(), basedOn: 1 },
      headers: { [header.device]: device, [header.sequence]: '4' },
    })
    expect(heard.status).toBe(500)
    expect((await told(other.cookie)).device).toBeUndefined()
  })

  test('a sequence that begins again is served, and the device is still told of what there was', async () => {
    const { token, cookie } = await world.member()
    await send(token, 40)
    expect((await send(token, 1)).body.errno).toBe(0)
    expect((await told(cookie)).device).toEqual({ sequence: 40, applied: 2 })
  })
})
