import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { updateProfile } from '#protocol/settings.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const minute = 60_000
const day = 86_400_000

describe.each(databases)('a session on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)

  /** The answer to a refresh cookie: the next cookie and token, or null where it is rejected. */
  async function refresh(cookie: string): Promise<{ cookie: string; token: string } | null> {
    const heard = await world.call('auth/refresh', { cookie })
    if (heard.status === 401) {
      expect(heard.cookie).toBe('voltfolio_refresh=')
      return null
    }
    expect(heard.body.errno).toBe(0)
    return { cookie: heard.cookie ?? '', token: (heard.body.data as { accessToken: string }).accessToken }
  }
  const must = async (cookie: string) => {
    const next = await refresh(cookie)
    if (!next) throw new Error('signed out')
    return next
  }
  const isOpen = async (token: string) => (await world.call('address/list', { method: 'GET', token })).status === 200

  test('goes on from cookie to cookie, each with a token of a quarter of an hour', async () => {
    const { cookie, token } = await world.member()
    expect(await isOpen(token)).toBe(true)
    clock.advance(15 * minute)
    expect(await isOpen(token)).toBe(false)
    const next = await must(cookie)
    expect([await isOpen(next.token), next.cookie === cookie]).toEqual([true, false])
    expect(await isOpen((await must(next.cookie)).token)).toBe(true)
  })

  test('a token names its member; one of an earlier server does not, and is good to its end', async () => {
    const [one, other] = [await world.member(), await world.member()]
    expect(await isOpen(other.token.slice(0, -43) + one.token.slice(-43))).toBe(false)
    expect(await isOpen(one.token.slice(-43))).toBe(false)
    const earlier = one.token.slice(-43)
    const digest = (token: string) => createHash('sha256').update(token).digest('base64url')
    const { kysely: db } = world.database
    const made = await db
      .selectFrom('accessToken')
      .selectAll()
      .where('digest', '=', digest(one.token))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('accessToken')
      .values({ ...made, memberId: one.memberId, digest: digest(earlier) })
      .execute()
    expect(await isOpen(earlier)).toBe(true)
    const args = { madeAt: new Date(clock.now()).toISOString(), nickname: 'Ana' }
    for (const token of [earlier, one.token])
      expect((await world.call(updateProfile.path, { token, args, key: 'a-key-of-one-edit' })).body.errno).toBe(0)
    clock.advance(15 * minute)
    expect(await isOpen(earlier)).toBe(false)
  })

  test('survives two tabs that refresh at once, and each goes its own way', async () => {
    const { cookie } = await world.member()
    const tabs = await Promise.all(Array.from({ length: 5 }, () => must(cookie)))
    expect(new Set(tabs.map((it) => it.cookie)).size).toBe(5)
    clock.advance(29_000)
    await must(tabs[0]!.cookie)
    await must(cookie)
    for (const tab of tabs) expect(await isOpen((await must(tab.cookie)).token)).toBe(true)
  })

  test('survives a lost answer, however long it takes to ask again', async () => {
    const { cookie } = await world.member()
    await must(cookie)
    clock.advance(30 * day)
    await must(cookie)
    clock.advance(30 * day)
    const found = await must(cookie)
    expect(await isOpen(found.token)).toBe(true)
  })

  test('ends when a used cookie is used again after its child: one of the two is stolen', async () => {
    const { cookie } = await world.member()
    const child = await must(cookie)
    clock.advance(61_000)
    const grandchild = await must(child.cookie)
    clock.advance(31_000)
    expect(await refresh(cookie)).toBeNull()
    expect(await isOpen(grandchild.token)).toBe(false)
    expect(await refresh(grandchild.cookie)).toBeNull()
  })

  test('survives a browser that was killed before it wrote its newest cookies', async () => {
    const { cookie } = await world.member()
    const child = await must(cookie)
    clock.advance(20_000)
    await must((await must(child.cookie)).cookie)
    clock.advance(3 * day)
    const back = await must(cookie)
    clock.advance(40_000)
    await must(back.cookie)
    clock.advance(3 * day)
    expect(await isOpen((await must(back.cookie)).token)).toBe(true)
  })

  test('goes on in one line only after a late repeat: the other one shows that there were two', async () => {
    const { cookie } = await world.member()
    const lost = await must((await must(cookie)).cookie)
    clock.advance(day)
    const back = await must(cookie)
    expect(await refresh(lost.cookie)).toBeNull()
    expect([await isOpen(back.token), await refresh(back.cookie)]).toEqual([false, null])
  })

  test("ends alone: the member's other devices stay signed in", async () => {
    const { memberId, cookie } = await world.member()
    const other = await world.tokenOf(memberId)
    const { cookie: child } = await must(cookie)
    clock.advance(61_000)
    await must(child)
    clock.advance(31_000)
    expect(await refresh(cookie)).toBeNull()
    expect(await isOpen(other)).toBe(true)
  })

  test('is over when its cookie was not used for 90 days, and a made-up cookie never was one', async () => {
    const { cookie } = await world.member()
    clock.advance(89 * day)
    const next = await must(cookie)
    clock.advance(90 * day)
    expect(await refresh(next.cookie)).toBeNull()
    await sweep({ database: world.database, clock })
    expect(await refresh(next.cookie)).toBeNull()
    for (const made of ['voltfolio_refresh=', `voltfolio_refresh=${'x'.repeat(43)}`, 'another=thing'])
      expect(await refresh(made)).toBeNull()
  })

  test('is over a year after it began, however often its cookie was used', async () => {
    const { memberId, cookie } = await world.member()
    let last = { cookie, token: '' }
    for (let days = 0; days < 360; days += 60) {
      clock.advance(60 * day)
      last = await must(last.cookie)
    }
    clock.advance(5 * day - minute)
    last = await must(last.cookie)
    expect(await isOpen(last.token)).toBe(true)
    clock.advance(minute)
    expect([await isOpen(last.token), await refresh(last.cookie)]).toEqual([false, null])
    const listed = await world.call('auth/devices', { method: 'GET', token: await world.tokenOf(memberId) })
    expect(listed.body.data).toMatchObject({ items: [{ isThis: true }] })
  })

  test('ends with the member signing out, and with the member', async () => {
    const [one, other] = [await world.member(), await world.member()]
    await world.call('auth/logout', { cookie: one.cookie, key: null })
    expect([await isOpen(one.token), await refresh(one.cookie)]).toEqual([false, null])
    await world.database.kysely
      .updateTable('member')
      .set({ deletedAt: new Date(clock.now()).toISOString() })
      .where('id', '=', other.memberId)
      .execute()
    expect([await isOpen(other.token), await refresh(other.cookie)]).toEqual([false, null])
  })
})

describe.each(databases)('where people come by https, on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock, { PUBLIC_ORIGIN: 'https://app.example' })
  const refresh = (cookie: string) => world.call('auth/refresh', { cookie })

  test('the cookie is one that no page without https can set', async () => {
    const { cookie } = await world.member()
    const { headers } = await refresh(cookie.replace('voltfolio', '__Secure-voltfolio'))
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-voltfolio_refresh=[\w-]{43}; Max-Age=7776000; Path=\/wx\/auth; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
  })

  test('a cookie that a page without https can set signs nobody in, and is cleared', async () => {
    const { cookie } = await world.member()
    const { body, headers } = await refresh(cookie)
    expect(body.errno).toBe(401)
    expect(headers.getSetCookie().map((it) => it.split('; ').slice(0, 2))).toEqual([
      ['__Secure-voltfolio_refresh=', 'Max-Age=0'],
      ['voltfolio_refresh=', 'Max-Age=0'],
    ])
  })

  test('of two cookies the one with the prefix counts, and signing out clears both', async () => {
    const [mine, planted] = [await world.member(), await world.member()]
    const both = `${planted.cookie}; ${mine.cookie.replace('voltfolio', '__Secure-voltfolio')}`
    expect((await refresh(both)).body.data).toMatchObject({ memberId: mine.memberId })
    const { headers } = await world.call('auth/logout', { cookie: both, key: null })
    expect(headers.getSetCookie().map((it) => it.split('; ').slice(0, 2))).toEqual([
      ['__Secure-voltfolio_refresh=', 'Max-Age=0'],
      ['voltfolio_refresh=', 'Max-Age=0'],
    ])
  })
})
