import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { deviceList } from '#protocol/devices.ts'
import { header } from '#protocol/headers.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { makeDevice } from '#tests/support/push-service.ts'

const minute = 60_000
const day = 86_400_000
const [firefox, phone] = [
  'Voltfolio/1.0.709 Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Voltfolio/1.0.709 Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
]

describe.each(oneDatabase)('signed-in devices on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  async function member() {
    const { memberId } = await world.member()
    const db = world.database.kysely
    await db.deleteFrom('accessToken').execute()
    await db.deleteFrom('refreshToken').execute()
    await db.deleteFrom('session').where('memberId', '=', memberId).execute()
    const { phone } = await db
      .updateTable('member')
      .set({ passwordHash: cheapHash('a-good-one') })
      .where('id', '=', memberId)
      .returning('phone')
      .executeTakeFirstOrThrow()
    return { memberId, phone }
  }

  async function signIn(who: { phone: string }, device: string, agent: string, cookie?: string) {
    const answer = await world.call('auth/jwscLogin', {
      cookie,
      args: { phone: who.phone, password: 'a-good-one', agreed: true },
      headers: { [header.device]: device, [header.userAgent]: agent },
    })
    expect(answer.body.errno).toBe(0)
    const { accessToken: token } = answer.body.data as { accessToken: string }
    const headers = { [header.device]: device }
    return {
      token,
      cookie: answer.cookie,
      refresh: () => world.call('auth/refresh', { cookie: answer.cookie, headers: { [header.userAgent]: agent } }),
      call: (path: string, args: object = {}, key?: string) =>
        world.call(path, { token, args, headers, ...(key !== undefined && { key }) }),
      async list() {
        const told = await world.call('auth/devices', { method: 'GET', token, headers })
        return (told.body.data as Answer<typeof deviceList>).items
      },
    }
  }

  test('are shown by browser and system, this one first, a device that signed in twice once', async () => {
    const who = await member()
    await signIn(who, 'device-one', firefox)
    clock.advance(minute)
    const one = await signIn(who, 'device-one', firefox)
    clock.advance(minute)
    await signIn(who, 'device-two', phone)
    clock.advance(minute)
    await signIn(who, 'device-three', 'something else')
    const start = clock.now() - 3 * minute
    const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
    const shown = (await one.list()).map(({ browser, platform, signedInAt, seenAt, isThis }) => ({
      browser,
      platform,
      signedInAt,
      seenAt,
      isThis,
    }))
    expect(shown).toEqual([
      { browser: 'Firefox 146', platform: 'Linux', signedInAt: at(0), seenAt: at(1), isThis: true },
      { browser: null, platform: null, signedInAt: at(3), seenAt: at(3), isThis: false },
      { browser: 'Chrome 142', platform: 'Android', signedInAt: at(2), seenAt: at(2), isThis: false },
    ])
    clock.advance(5 * minute)
    await one.refresh()
    expect((await one.list())[0]).toMatchObject({ signedInAt: at(0), seenAt: at(8) })
    clock.advance(91 * day)
    const later = await signIn(who, 'device-one', firefox)
    expect(await later.list()).toHaveLength(1)
  })

  test('are signed out one by one: their tokens and their pushes end at once', async () => {
    const who = await member()
    const [twice, one, two] = [
      await signIn(who, 'device-two', phone),
      await signIn(who, 'device-one', firefox),
      await signIn(who, 'device-two', phone),
    ]
    for (const [of, name] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      const { p256dh, auth } = makeDevice('127.0.0.1', name)
      const endpoint = `https://fcm.googleapis.com/fcm/send/${who.memberId}-${name}`
      expect((await of.call('push/subscribe', { endpoint, p256dh, auth })).body.errno).toBe(0)
    }
    const [, other] = await one.list()
    const key = 'sign-out-device-two'
    expect((await one.call('auth/devices/signOut', { id: other?.id }, key)).body.errno).toBe(0)
    expect((await world.call('user/info', { method: 'GET', token: two.token })).body.errno).toBe(401)
    expect((await world.call('user/info', { method: 'GET', token: twice.token })).body.errno).toBe(401)
    expect((await two.refresh()).body.errno).toBe(401)
    expect(await one.list()).toHaveLength(1)
    const pushes = await world.database.kysely
      .selectFrom('pushSubscription')
      .select('device')
      .where('memberId', '=', who.memberId)
      .execute()
    expect(pushes).toEqual([{ device: 'device-one' }])
    expect((await one.call('auth/devices/signOut', { id: other?.id }, key)).body.errno).toBe(0)
  })

  test('are signed out all but this one', async () => {
    const who = await member()
    const [one, two, three] = [
      await signIn(who, 'device-one', firefox),
      await signIn(who, 'device-two', phone),
      await signIn(who, 'device-three', phone),
    ]
    expect((await two.call('auth/devices/signOutOthers')).body.errno).toBe(0)
    expect(await two.list()).toMatchObject([{ isThis: true, browser: 'Chrome 142' }])
    for (const gone of [one, three]) expect((await gone.refresh()).body.errno).toBe(401)
    expect((await two.refresh()).body.errno).toBe(0)
  })

  test('that log in anew with the cookie of a session end that one, whoever it was of, and no other', async () => {
    const [who, next] = [await member(), await member()]
    const [first, elsewhere] = [await signIn(who, 'device-one', firefox), await signIn(who, 'device-two', phone)]
    const again = await signIn(who, 'device-one', firefox, first.cookie)
    expect((await world.call('user/info', { method: 'GET', token: first.token })).body.errno).toBe(401)
    expect((await first.refresh()).body.errno).toBe(401)
    expect((await again.refresh()).body.errno).toBe(0)
    const taken = await signIn(next, 'device-one', firefox, again.cookie)
    expect((await again.refresh()).body.errno).toBe(401)
    expect(await elsewhere.list()).toHaveLength(1)
    expect((await taken.refresh()).body.errno).toBe(0)
    // A wrong password ends nothing.
    const args = { phone: who.phone, password: 'a-wrong-one', agreed: true }
    expect((await world.call('auth/jwscLogin', { args, cookie: elsewhere.cookie })).body.errno).toBe(1601)
    expect((await elsewhere.refresh()).body.errno).toBe(0)
  })

  test('that are left by a log-out or by another member get no more pushes of who was there', async () => {
    const [who, next] = [await member(), await member()]
    const subscribe = async (of: Awaited<ReturnType<typeof signIn>>, name: string) => {
      const { p256dh, auth } = makeDevice('127.0.0.1', name)
      const endpoint = `https://fcm.googleapis.com/fcm/send/${who.memberId}-${name}`
      expect((await of.call('push/subscribe', { endpoint, p256dh, auth })).body.errno).toBe(0)
    }
    const left = async () => {
      const of = world.database.kysely.selectFrom('pushSubscription').select('device').orderBy('device')
      return (await of.where('memberId', 'in', [who.memberId, next.memberId]).execute()).map((it) => it.device)
    }
    const [one, two] = [await signIn(who, 'device-one', firefox), await signIn(who, 'device-two', phone)]
    await subscribe(one, 'one')
    await subscribe(two, 'two')
    const twice = await signIn(who, 'device-one', firefox)
    await twice.call('auth/logout')
    expect(await left(), 'another session goes on there').toEqual(['device-one', 'device-two'])
    const again = await signIn(who, 'device-one', firefox, one.cookie)
    expect(await left(), 'the same member').toEqual(['device-one', 'device-two'])
    await again.call('auth/logout')
    expect(await left()).toEqual(['device-two'])
    await signIn(next, 'device-two', phone, two.cookie)
    expect(await left()).toEqual([])
    await subscribe(await signIn(who, 'device-three', phone), 'three')
    clock.advance(91 * 86_400_000)
    const later = await signIn(who, 'device-three', phone)
    await later.call('auth/logout')
    expect(await left(), 'a session that has run out goes on nowhere').toEqual([])
  })

  test('of a member are all signed out by an operator, with their pushes, and with a reason', async () => {
    const [who, stranger] = [await member(), await member()]
    const [one, other] = [await signIn(who, 'device-one', firefox), await signIn(stranger, 'device-two', phone)]
    for (const of of [one, other]) {
      const { p256dh, auth } = makeDevice('127.0.0.1', 'one')
      const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
      expect((await of.call('push/subscribe', { endpoint, p256dh, auth })).body.errno).toBe(0)
    }
    const deps = { database: world.database, clock, config: readConfig({}), log: silentLog }
    const run = (...argv: string[]) => operate(deps, ['member', 'sign-out', ...argv])
    expect((await run(who.phone, '--as', 'Ana')).ok).toBe(false)
    expect(await one.list()).toHaveLength(1)
    expect((await run(who.phone, '--as', 'Ana', '--why', 'the phone was stolen')).ok).toBe(true)
    expect((await world.call('user/info', { method: 'GET', token: one.token })).body.errno).toBe(401)
    expect((await one.refresh()).body.errno).toBe(401)
    expect(await other.list()).toHaveLength(1)
    const { kysely: db } = world.database
    const pushes = await db.selectFrom('pushSubscription').select('memberId').where('device', 'is not', null).execute()
    expect(pushes.map((it) => it.memberId)).not.toContain(who.memberId)
    expect(pushes.map((it) => it.memberId)).toContain(stranger.memberId)
    const logged = db.selectFrom('securityEvent').select('kind').where('memberId', '=', who.memberId).orderBy('id')
    expect((await logged.execute()).at(-1)).toEqual({ kind: 'device_signed_out' })
  })

  test('are twenty at most: the one used longest ago is signed out, with its pushes', async () => {
    const who = await member()
    const first = await signIn(who, 'device-first', firefox)
    const second = await signIn(who, 'device-second', firefox)
    for (let n = 0; n < 18; n += 1) {
      clock.advance(1000)
      await signIn(who, `device-${n}`, phone)
    }
    clock.advance(1000)
    expect((await first.refresh()).body.errno).toBe(0)
    clock.advance(1000)
    await signIn(who, 'device-last', phone)
    expect(await first.list()).toHaveLength(20)
    expect((await second.refresh()).body.errno).toBe(401)
  })

  test("are nobody else's to end", async () => {
    const [who, stranger] = [await member(), await member()]
    const one = await signIn(who, 'device-one', firefox)
    const thief = await signIn(stranger, 'device-one', firefox)
    const [mine] = await one.list()
    expect((await thief.call('auth/devices/signOut', { id: mine?.id })).body.errno).toBe(1404)
    expect((await thief.call('auth/devices/signOutOthers')).body.errno).toBe(0)
    expect(await one.list()).toHaveLength(1)
  })
})
