import { describe, expect, test } from 'vitest'
import type { Setting } from '#protocol/settings.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { readConfig } from '#server/config.ts'
import { setSetting } from '#server/db/settings.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(oneDatabase)('settings that anybody may know, on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  const read = (path: string, args: object = {}, language = 'en') =>
    world.call(path, { method: 'GET', args, headers: { 'x-language': language } })
  const listed = async () => ((await read('sysconfig/list')).body.data as { items: Setting[] }).items

  test('are those named in the code and those the operator published, and no others', async () => {
    await setSetting(world.database.kysely, 'public', {
      operatorName: 'Volt Ltd.',
      open: true,
      operatorZone: 'Mars/One',
    })
    await setSetting(world.database.kysely, 'withdrawal', { currency: 'USD', feeBp: 100 })
    expect(await listed()).toEqual([
      { key: 'open', value: true },
      { key: 'operatorName', value: 'Volt Ltd.' },
      // A published name doesn't override one of the code's.
      { key: 'operatorZone', value: 'Asia/Jakarta' },
      { key: 'countsUsage', value: true },
    ])
    // No discount is given unasked.
    await setSetting(world.database.kysely, 'quantity_discount', { from: 5, bp: 200 })
    expect((await listed()).slice(4)).toEqual([
      { key: 'quantityDiscountFrom', value: 5 },
      { key: 'quantityDiscountBp', value: 200 },
    ])
    await setSetting(world.database.kysely, 'quantity_discount', null)
    expect(await listed()).toHaveLength(4)
  })

  test('one is found by its key; a private one, a secret and an unknown one are not', async () => {
    expect((await read('mallSystem/getSystemConfSingle', { key: 'operatorZone' })).body.data).toEqual({
      key: 'operatorZone',
      value: 'Asia/Jakarta',
    })
    for (const key of ['withdrawal', 'house_invite_code', 'terms', 'nonsense', 'constructor'])
      expect([key, (await read('mallSystem/getSystemConfSingle', { key })).body.errno]).toEqual([key, 1404])
    expect((await read('mallSystem/getSystemConfSingle', { key: 'secret:vapid' })).body.errno).toBe(400)
  })

  test('several: those that exist', async () => {
    const { body } = await read('mallSystem/getSystemConfMore', { keys: 'operatorZone,withdrawal,countsUsage' })
    expect(body.data).toEqual({
      items: [
        { key: 'operatorZone', value: 'Asia/Jakarta' },
        { key: 'countsUsage', value: true },
      ],
    })
    expect((await read('mallSystem/getSystemConfMore', { keys: '' })).body.errno).toBe(400)
  })

  test('what is new comes in the language of the reader; a plain line is the same for all', async () => {
    const news = async (language: string) =>
      ((await read('common/appversion', {}, language)).body.data as { notes: string[] }).notes
    await setSetting(world.database.kysely, 'release_notes', ['Faster', { en: 'Games', id: 'Permainan' }])
    expect(await news('id')).toEqual(['Faster', 'Permainan'])
    expect(await news('th')).toEqual(['Faster', 'Games'])
    const deps = { database: world.database, clock, config: readConfig({ DATA_DIR: 'no-such-folder' }), log: silentLog }
    const set = (notes: unknown) =>
      operate(deps, ['setting', 'set', 'release_notes', JSON.stringify(notes), '--as', 'Ana', '--why', 'a test'])
    expect(await set([{ en: 'Maps', ar: 'خرائط' }, 'Quicker'])).toMatchObject({ ok: true })
    expect(await news('ar')).toEqual(['خرائط', 'Quicker'])
    expect(await set([{ id: 'Permainan' }])).toMatchObject({ ok: false })
    expect(await news('en')).toEqual(['Maps', 'Quicker'])
  })

  test('lists of choices come in the language of the reader, all or one, and as the operator sets them', async () => {
    const all = (await read('sysconfig/getDictTree', {}, 'id')).body.data as { items: { code: string }[] }
    expect(all.items).toMatchObject([{ code: 'education', name: 'Pendidikan', children: expect.any(Array) }])
    const education = (await read('sysconfig/getDictTree', { code: 'education' }, 'th')).body.data
    expect(education).toMatchObject({
      items: [{ children: expect.arrayContaining([{ code: 'master', name: 'ปริญญาโท' }]) }],
    })
    expect((await read('sysconfig/getDictTree', { code: 'nothing' })).body.data).toEqual({ items: [] })
    await setSetting(world.database.kysely, 'dictionary', [
      { code: 'relation', name: 'Relation', children: [{ code: 'friend', name: 'Friend' }] },
    ])
    expect((await read('sysconfig/getDictTree', {}, 'id')).body.data).toEqual({
      items: [{ code: 'relation', name: 'Relation', children: [{ code: 'friend', name: 'Friend' }] }],
    })
  })
})

describe.each(oneDatabase)('counts of use on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  const send = (token: string, uses: string[], key?: string) =>
    world.call('common/record/add', { method: 'GET', args: { uses: uses.join(',') }, token, ...(key && { key }) })
  const counts = async () =>
    Object.fromEntries(
      (await world.database.kysely.selectFrom('usageCount').select(['route', 'count']).execute()).map((it) => [
        it.route,
        it.count,
      ]),
    )

  test('are sums by day and page; one that is sent twice counts once', async () => {
    const [one, other] = [await world.member(), await world.member()]
    const key = '5f0d9a52-6a57-4d0e-9c6d-3f1d8a3f0a11'
    expect(
      (await send(one.token, ['/pages/my/set*3', '/subPages/card/list*1', '/pages/my/set*1'], key)).body.errno,
    ).toBe(0)
    expect(
      (await send(one.token, ['/pages/my/set*3', '/subPages/card/list*1', '/pages/my/set*1'], key)).body.errno,
    ).toBe(0)
    expect((await send(other.token, ['/pages/my/set*2'])).body.errno).toBe(0)
    expect(await counts()).toEqual({ '/pages/my/set': 6, '/subPages/card/list': 1 })
  })

  test('hold no name: neither the table of counts nor the stored command says who opened what', async () => {
    const { memberId, token } = await world.member()
    await send(token, ['/pages/my/equity*7'])
    const kept = await world.database.kysely.selectFrom('idem').selectAll().where('memberId', '=', memberId).execute()
    expect(JSON.stringify(kept)).not.toContain('equity')
    expect(Object.keys((await world.database.kysely.selectFrom('usageCount').selectAll().executeTakeFirst())!)).toEqual(
      ['day', 'route', 'count'],
    )
  })

  test.each(['/pages/my/set', '/pages/my/set*0', 'pages*1', '/a?id=1*1', '/a*99999', '/../etc*1', ''])(
    'refuse what is no page and number: %j',
    async (use) => {
      expect((await send((await world.member()).token, [use])).body.errno).toBe(400)
    },
  )

  test('have a limit of requests an hour for each member, and of pages a day', async () => {
    const { memberId, token } = await world.member()
    for (let n = 0; n < 10; n++) expect((await send(token, ['/a*1'])).status).toBe(200)
    const refused = await send(token, ['/a*1'])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    clock.advance(3_600_001)
    const later = await world.tokenOf(memberId)
    for (let n = 0; n < 5; n++)
      await send(
        later,
        Array.from({ length: 99 }, (_, it) => `/made-up/${n}-${it}*1`),
      )
    expect(Object.keys(await counts())).toHaveLength(300)
    // A page that is known goes on being counted.
    await send(later, ['/a*1'])
    expect((await counts())['/a']).toBe(11)
  })

  test('are not taken where the operator wants none', async () => {
    const before = await counts()
    await setSetting(world.database.kysely, 'counts_usage', false)
    expect((await send((await world.member()).token, ['/pages/my/set*3'])).body.errno).toBe(0)
    expect(await counts()).toEqual(before)
  })
})
