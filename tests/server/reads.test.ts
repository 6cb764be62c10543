import { describe, expect, test } from 'vitest'
import { mostReads, type ReadReply } from '#protocol/reads.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import type { CallAnswer } from '#tests/support/caller.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(databases)('several reads in one request, on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  const read = (reads: readonly string[], token?: string): Promise<CallAnswer> =>
    world.call('reads', { args: { reads }, ...(token !== undefined && { token }) })
  const replies = async (reads: readonly string[], token?: string) =>
    (await read(reads, token)).body.data as ReadReply[]

  test('each is answered as it is alone, in the order asked for', async () => {
    const { token } = await world.member()
    const asked = [
      ['user/info', {}],
      ['goods/level/list', { type: '2' }],
      ['mallSystem/getSystemConfSingle', { key: 'nonsense' }],
      ['g/goods/list', { limit: '3' }],
      ['g/goods/list', { limit: 'three' }],
      ['g/nothing', {}],
    ] as const
    const alone = await Promise.all(
      asked.map(async ([path, args]) => {
        const { status, body } = await world.call(path, { method: 'GET', args, token })
        return { http: status, ...body }
      }),
    )
    const addresses = asked.map(([path, args]) => `${path}?${new URLSearchParams(args)}`)
    expect(alone.map((it) => it.http)).toEqual([200, 200, 200, 200, 400, 404])
    expect(await replies(addresses, token)).toEqual(alone)
  })

  test('a member reads what is theirs, nobody else’s, and a visitor only what is for anyone', async () => {
    const [one, other] = [await world.member(), await world.member()]
    const own = async (token: string) => (await world.call('user/info', { method: 'GET', token })).body.data
    const asked = async (token: string) => (await replies(['user/info'], token)).map((it) => it.data)
    expect(await asked(one.token)).toEqual([await own(one.token)])
    expect(await asked(other.token)).toEqual([await own(other.token)])
    expect(await own(one.token)).not.toEqual(await own(other.token))
    expect((await replies(['goods/level/list?type=2'])).map((it) => it.errno)).toEqual([0])
  })

  test('without a session all of it is rejected, so that the app renews the session and asks again', async () => {
    for (const token of [undefined, 'x'.repeat(43)])
      expect((await read(['goods/level/list?type=2', 'user/info'], token)).status).toBe(401)
  })

  test('nothing that writes, asks the feed or asks others again is carried out', async () => {
    const { token } = await world.member()
    const paths = [
      'game/sign',
      'mallNotice/readAll',
      'answer/next',
      'reads',
      'feed/trips',
      'constructor',
      '__proto__',
      'auth/refresh',
    ]
    expect((await replies(paths, token)).map((it) => it.errno)).toEqual(paths.map(() => 404))
  })

  test('too many, none, and what is no address are rejected', async () => {
    for (const reads of [
      Array.from({ length: mostReads + 1 }, () => 'user/info'),
      [],
      ['../healthz'],
      ['http://x'],
      [7],
    ])
      expect((await world.call('reads', { args: { reads } })).status).toBe(400)
  })

  test('each counts as a request of its own', async () => {
    const many = Array.from({ length: mostReads }, () => 'captcha')
    const statuses: number[] = []
    // The clock stands still: what a caller may ask at once is all there is.
    while (statuses.at(-1) !== 429 && statuses.length < 400) statuses.push((await read(many)).status)
    expect(statuses.length).toBeLessThanOrEqual(13)
    expect((await read(many)).headers.get('retry-after')).toBe('1')
    // One is not too many yet: nothing was counted of what was rejected.
    expect((await read(['captcha'])).status).toBe(200)
  })
})
