import { randomUUID } from 'node:crypto'
import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { instant } from '#server/clock.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { sweep } from '#server/features/auth/sweep.ts'
import { addStation } from '#server/features/products/charging/stations.ts'
import { payDraft } from '#server/features/orders/buying.ts'
import { startSession } from '#server/http/session.ts'
import { silentLog } from '#server/log.ts'
import { prepare } from '#server/prepare.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { beforeCommit } from '#tests/support/overlap.ts'
import { makeMachine } from '#tests/support/people-and-machines.ts'

const day = 86_400_000
const from = { incoming: { socket: { remoteAddress: '10.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } }

describe.each(databases)('what is swept on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  const run = () => sweep({ database: world.database, clock })

  test('messages stay for 400 days, unread ones for 800', async () => {
    const { kysely: db } = world.database
    const { memberId } = await world.member()
    const ages = { new: 399, old: 401, unread: 401, forgotten: 801 }
    for (const [ref, days] of Object.entries(ages))
      await db
        .insertInto('message')
        .values({
          id: randomUUID(),
          memberId,
          kind: 'machine_stopped',
          ref,
          params: '{}',
          route: null,
          at: instant(clock.now() - days * day),
          readAt: ['unread', 'forgotten'].includes(ref) ? null : instant(clock),
        })
        .execute()
    await run()
    const left = await db.selectFrom('message').select('ref').where('memberId', '=', memberId).orderBy('ref').execute()
    expect(left.map((it) => it.ref)).toEqual(['new', 'unread'])
  })

  test('a session goes when nobody was seen with it for 400 days, its tokens when they expire', async () => {
    const { kysely: db } = world.database
    const { memberId } = await world.member()
    await startSession(db, memberId, undefined, { now: () => clock.now() - 399 * day })
    await startSession(db, memberId, undefined, { now: () => clock.now() - 401 * day })
    await run()
    const sessions = await db.selectFrom('session').select('id').where('memberId', '=', memberId).execute()
    expect(sessions).toHaveLength(2)
    const tokens = await db.selectFrom('refreshToken').select('digest').where('memberId', '=', memberId).execute()
    expect(tokens).toHaveLength(1)
  })

  test('a session that is seen at the moment of the sweep stays; two sweeps at once delete each row once', async () => {
    const { kysely: db } = world.database
    const { memberId } = await world.member()
    await startSession(db, memberId, undefined, { now: () => clock.now() - 401 * day })
    await startSession(db, memberId, undefined, { now: () => clock.now() - 402 * day })
    const seen = async (tx: Db) =>
      await tx
        .updateTable('session')
        .set({ seenAt: instant(clock) })
        .where('memberId', '=', memberId)
        .where('seenAt', '>', instant(clock.now() - 401.5 * day))
        .where('seenAt', '<', instant(clock.now() - 400 * day))
        .execute()
    const swept = await beforeCommit(world.database, seen, async () => await Promise.all([run(), run()]))
    expect(swept.map((it) => it.status)).toEqual(['fulfilled', 'fulfilled'])
    const left = await db.selectFrom('session').select('seenAt').where('memberId', '=', memberId).execute()
    expect(left).toContainEqual({ seenAt: instant(clock) })
    expect(left.filter((it) => it.seenAt < instant(clock.now() - 400 * day))).toEqual([])
  })

  test('more rows than one batch go in one sweep, and nothing else', async () => {
    const { kysely: db } = world.database
    await sql`insert into captcha_used (digest, expires_at)
      select 'old ' || n, ${instant(clock.now() - day)}::timestamptz from generate_series(1, 4500) n`.execute(db)
    await sql`insert into captcha_used (digest, expires_at)
      values ('new', ${instant(clock.now() + day)}::timestamptz)`.execute(db)
    await run()
    expect((await db.selectFrom('captchaUsed').select('digest').execute()).map((it) => it.digest)).toEqual(['new'])
  })

  test('a draft goes 30 days after it expired, unless it was paid, which a sweep looks at once', async () => {
    const { kysely: db } = world.database
    const { memberId } = await world.member()
    const { productId } = await makeMachine(db)
    const made = { memberId, productId }
    for (const days of [29, 31]) {
      const expiresAt = instant(clock.now() - days * day)
      // More paid ones than a batch has.
      await makeDrafts(db, { ...made, expiresAt, count: days === 31 ? 2500 : 2, isPaid: true })
      await makeDrafts(db, { ...made, expiresAt, count: 1, isPaid: false })
    }
    const left = async () => {
      const { rows } = await sql<{ days: number; isPaid: boolean; isMarked: boolean; count: number }>`
        select extract(day from ${instant(clock)}::timestamptz - expires_at)::int as days, purchase.id is not null as is_paid,
          swept_at is not null as is_marked, count(*)
        from order_draft left join purchase on purchase.member_id = order_draft.member_id
          and purchase.draft_id = order_draft.id group by 1, 2, 3 order by 1, 2`.execute(db)
      return rows
    }
    const young = [
      { days: 29, isPaid: false, isMarked: false, count: 1 },
      { days: 29, isPaid: true, isMarked: false, count: 2 },
    ]
    await run()
    expect(await left()).toEqual([...young, { days: 31, isPaid: true, isMarked: true, count: 2500 }])
    await run()
    expect(await left()).toEqual([...young, { days: 31, isPaid: true, isMarked: true, count: 2500 }])
    const [paid] = await db.selectFrom('orderDraft').select('id').where('sweptAt', 'is not', null).limit(1).execute()
    const again = { memberId, draftId: paid?.id ?? '', wallet: 'recharge' as const, expectedPayment: 0 }
    await expect(world.database.inTransaction((it) => payDraft(it, again, clock))).rejects.toThrow('order_not_payable')
  })

  test('commands to stations, ends without a start and counts of use go after 90 days; sessions stay', async () => {
    const { kysely: db } = world.database
    const { deviceNumber } = await makeMachine(db, { kind: 'pile' })
    await addStation(db, { deviceNumber, identity: 'SWEPT', isOpen: true }, clock)
    for (const days of [89, 91]) {
      const at = instant(clock.now() - days * day)
      await sql`
        insert into charging_transaction (station, id, ref, is_allowed, started_said_at, ended_said_at, meter_stop, heard_at,
          closed_as, outcome)
        values ('SWEPT', ${days}, ${`s${days}`}, true, ${at}::timestamptz, ${at}::timestamptz, 1, ${at}::timestamptz, 'ended',
          'nothing')`.execute(db)
      await sql`
        insert into stray_stop (station, ref, said_at, heard_at, meter_stop, transaction_id)
        values ('SWEPT', ${`s${days}`}, ${at}::timestamptz, ${at}::timestamptz, 1, ${days})`.execute(db)
      await sql`insert into station_command (station, kind, args, asked_at, taken_at)
        values ('SWEPT', 'reset', '{}', ${at}::timestamptz, ${at}::timestamptz)`.execute(db)
      await db
        .insertInto('usageCount')
        .values({ day: at.slice(0, 10), route: '/', count: 1 })
        .execute()
    }
    const ages = async (
      table: 'strayStop' | 'stationCommand' | 'usageCount' | 'chargingTransaction',
      column: string,
    ) => {
      const { rows } = await sql<{ days: number }>`
        select extract(day from ${instant(clock)}::timestamptz - ${sql.ref(column)})::int as days
        from ${sql.table(table)} order by 1`.execute(db)
      return rows.map((it) => it.days)
    }
    await run()
    expect(await ages('strayStop', 'heardAt')).toEqual([89])
    expect(await ages('stationCommand', 'askedAt')).toEqual([89])
    expect(await ages('usageCount', 'day')).toEqual([89])
    // A session that is said again must find that it counted.
    expect(await ages('chargingTransaction', 'heardAt')).toEqual([89, 91])
  })

  test('the description of calls is sent once to who keeps it, and not without end', async () => {
    const ask = async (headers: Record<string, string> = {}) =>
      await world.app.fetch(new Request('http://app.test/wx/openapi.json', { headers }), from)
    const first = await ask()
    expect(((await first.json()) as { openapi: string }).openapi).toBe('3.1.0')
    const tag = first.headers.get('etag') ?? ''
    expect((await ask({ 'if-none-match': tag })).status).toBe(304)
    const all = await Promise.all(Array.from({ length: 420 }, () => ask({ 'if-none-match': tag })))
    expect(all.some((it) => it.status === 429)).toBe(true)
  })

  /** The app, and how often the database was asked through it. */
  async function counted() {
    let asked = 0
    const config = readConfig({ DEMO: '0', DIST_DIR: 'no-such-folder', CARD_KEY: 'A'.repeat(43) })
    const deps = await prepare({ database: world.database, clock, config, log: silentLog })
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const database = { ...world.database, kysely: world.database.kysely.withPlugin(counting) }
    return { app: createApp({ ...deps, database }), asked: () => asked }
  }

  test('a flood of health checks costs the database one query, and none is refused', async () => {
    const { app, asked } = await counted()
    const all = await Promise.all(
      Array.from({ length: 500 }, async () => await app.fetch(new Request('http://app.test/healthz'), from)),
    )
    expect(all.every((it) => it.status === 200)).toBe(true)
    expect(asked()).toBe(1)
  })

  test.each([
    ['pages from elsewhere', () => new Request('http://app.test/web-frame?url=x')],
    [
      'reports with a wrong key',
      () => new Request('http://app.test/wx/feed/state', { method: 'POST', headers: { authorization: 'Bearer x' } }),
    ],
  ])('a flood of %s asks the database no more than one address may', async (_, request) => {
    const { app, asked } = await counted()
    const all = await Promise.all(Array.from({ length: 500 }, async () => await app.fetch(request(), from)))
    expect(all.filter((it) => it.status === 429)).toHaveLength(100)
    expect(asked()).toBe(400)
  })

  test('a key that is good reports on, whatever else comes from its address', async () => {
    const { app } = await counted()
    const authorization = `Bearer ${await world.feedKey('bank')}`
    const report = async (header: string) =>
      await app.fetch(
        new Request('http://app.test/wx/feed/state', { method: 'POST', headers: { authorization: header } }),
        from,
      )
    // Not understood, but let in.
    expect((await report(authorization)).status).toBe(400)
    await Promise.all(Array.from({ length: 400 }, () => report('Bearer x')))
    expect((await report('Bearer x')).status).toBe(429)
    const all = await Promise.all(Array.from({ length: 450 }, () => report(authorization)))
    expect(all.every((it) => it.status === 400)).toBe(true)
  })
})

async function makeDrafts(
  db: Db,
  of: { memberId: string; productId: string; expiresAt: string; count: number; isPaid: boolean },
): Promise<void> {
  await sql`
    with draft as (
      insert into order_draft (id, member_id, product_id, quantity, unit_price, discount, coupon, actual_payment, created_at,
        expires_at)
      select gen_random_uuid(), ${of.memberId}::uuid, ${of.productId}::uuid, 1, 0, 0, 0, 0, ${of.expiresAt}::timestamptz,
        ${of.expiresAt}::timestamptz
      from generate_series(1, ${of.count}::int) returning *
    )
    insert into purchase (id, order_number, draft_id, member_id, product_id, currency, quantity, unit_price, amount, discount,
      coupon, actual_payment, paid_from, gift_points, paid_at, cancellable_until)
    select id, id::text, id, member_id, product_id, 'USD', 1, 0, 0, 0, 0, 0, 'recharge', 0, created_at, created_at
    from draft where ${of.isPaid}`.execute(db)
}
