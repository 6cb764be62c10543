import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { operate } from '#server/cli/operator/operate.ts'
import { instant } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { balanceSheets } from '#server/ledger/balance-sheet.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog, type Log } from '#server/log.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { balances, makeMachine } from '#tests/support/people-and-machines.ts'

const hour = 3_600_000
const all = 'sessions,trips,positions,states,top-ups'

describe.each(oneDatabase)('feed keys on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:10:00.000Z')
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (said) => void errors.push(said) }
  const world = bareWorldFor(open, clock, {}, log)
  let sources = 0

  const run = async (by: string, ...argv: string[]) => {
    const { ok, lines } = await operate({ database: world.database, clock, config: readConfig({}), log: silentLog }, [
      ...argv,
      ...(by === '' ? [] : ['--as', by, '--why', 'a test']),
    ])
    return { ok, said: lines.join('\n') }
  }
  const keyIn = (said: string): { id: string; token: string } => {
    const [, id = '', token = ''] = /^(\S+) {2}(voltfolio_feed_\S+)/.exec(said) ?? []
    return { id, token }
  }
  /** A source nobody used before, with its first key. */
  async function source({ scopes = all, items = '1000', money = '10000.00' } = {}) {
    const name = `rail-${(sources += 1)}`
    const { ok, said } = await run(
      'Ana',
      'feed-key',
      'create',
      name,
      '--scopes',
      scopes,
      '--items',
      items,
      '--money',
      money,
    )
    expect([ok, said]).toEqual([true, expect.stringContaining('not shown again')])
    return { name, ...keyIn(said) }
  }
  const topUp = (memberId: string, of: { name: string; token: string }, amount: number, externalId: string) =>
    world.call('feed/topUp', {
      token: of.token,
      args: { source: of.name, externalId, memberId, amount, currency: 'USD', receivedAt: '2026-11-20T05:00:00.000Z' },
    })
  const recharge = async (memberId: string) => (await balances(world.database.kysely, memberId))['recharge']
  const notices = async (memberId: string) =>
    (
      await world.database.kysely
        .selectFrom('message')
        .select('kind')
        .where('memberId', '=', memberId)
        .orderBy('at')
        .execute()
    ).map((it) => it.kind)

  test('credit under their own source only, and only what their scopes say', async () => {
    const { memberId } = await world.member()
    const [bank, fleet] = [await source({ scopes: 'top-ups' }), await source({ scopes: 'trips,states' })]
    expect((await topUp(memberId, { ...fleet, name: bank.name }, 100, 'a')).status).toBe(403)
    expect((await topUp(memberId, { ...bank, name: fleet.name }, 100, 'a')).status).toBe(403)
    expect((await topUp(memberId, fleet, 100, 'a')).status).toBe(403)
    expect(await recharge(memberId)).toBe(0)
    expect((await topUp(memberId, bank, 100, 'a')).body).toMatchObject({ errno: 0, data: { counted: true } })
    const { deviceNumber } = await makeMachine(world.database.kysely, { kind: 'vehicle' })
    const state = { source: fleet.name, deviceNumber, state: 'resting', since: '2026-11-20T06:00:00.000Z' }
    expect((await world.call('feed/state', { token: bank.token, args: { ...state, source: bank.name } })).status).toBe(
      403,
    )
    expect((await world.call('feed/state', { token: fleet.token, args: state })).status).toBe(200)
    // One foreign source among many is enough.
    const trip = (name: string) => ({
      source: name,
      externalId: 'x',
      deviceNumber,
      startedAt: '2026-11-20T05:00:00.000Z',
      endedAt: '2026-11-20T05:10:00.000Z',
      amount: 100,
      currency: 'USD',
      distanceM: 1000,
    })
    const trips = [trip(fleet.name), trip(bank.name)]
    expect((await world.call('feed/trips', { token: fleet.token, args: { trips } })).status).toBe(403)
  })

  test('are stored as digests, shown once, and none is for a source of the server itself', async () => {
    const { token, id } = await source()
    const rows = JSON.stringify([
      await world.database.kysely.selectFrom('feedKey').selectAll().execute(),
      await world.database.kysely.selectFrom('operatorAction').selectAll().execute(),
    ])
    expect(rows).toContain(id)
    expect(rows).not.toContain(token)
    expect((await run('', 'feed-key', 'list')).said).not.toContain(token)
    for (const own of ['simulator', 'ocpp', 'trc20', 'demo-rail', 'operator'])
      expect((await run('Ana', 'feed-key', 'create', own, '--scopes', all, '--items', '1', '--money', '1')).ok).toBe(
        false,
      )
  })

  test('rotate: both are valid until the first one ends; a third is not made; a revoked one is refused at once', async () => {
    const { memberId } = await world.member()
    const old = await source()
    const rotated = await run('Ana', 'feed-key', 'rotate', old.name, '--hours', '2')
    const fresh = { name: old.name, ...keyIn(rotated.said) }
    expect(fresh.token).not.toBe(old.token)
    expect((await topUp(memberId, old, 10, 'a')).status).toBe(200)
    expect((await topUp(memberId, fresh, 10, 'b')).status).toBe(200)
    expect((await run('Ana', 'feed-key', 'rotate', old.name)).said).toContain('has two keys')
    expect((await run('', 'feed-key', 'list')).said).toMatch(new RegExp(`${old.id}.* used .* ends 2026-11-20T08:10`))
    clock.advance(2 * hour)
    expect((await topUp(memberId, old, 10, 'c')).status).toBe(403)
    expect((await topUp(memberId, fresh, 10, 'c')).status).toBe(200)
    expect((await run('Ana', 'feed-key', 'create', old.name, '--scopes', all, '--items', '1', '--money', '1')).ok).toBe(
      false,
    )
    expect((await run('Ana', 'feed-key', 'revoke', fresh.id)).ok).toBe(true)
    expect((await topUp(memberId, fresh, 10, 'd')).status).toBe(403)
    expect((await run('Ana', 'feed-key', 'revoke', fresh.id)).ok).toBe(false)
    expect(await recharge(memberId)).toBe(30)
  })

  test('bring at most so much an hour; the operator is told once; repeats are never refused', async () => {
    const { memberId } = await world.member()
    const bank = await source({ money: '10.00', items: '3' })
    errors.length = 0
    expect((await topUp(memberId, bank, 600, 'a')).status).toBe(200)
    for (const id of ['b', 'c']) {
      const { status, headers } = await topUp(memberId, bank, 500, id)
      expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    }
    expect(await recharge(memberId)).toBe(600)
    expect(errors).toEqual([expect.stringContaining('CAP')])
    expect((await run('', 'feed-key', 'list')).said).toMatch(new RegExp(`${bank.id}.*CAPPED`))
    expect((await run('', 'audit')).said).toContain('feed capped')
    expect((await topUp(memberId, bank, 600, 'a')).body).toMatchObject({ errno: 0, data: { counted: false } })
    for (const id of ['d', 'e']) expect((await topUp(memberId, bank, 1, id)).status).toBe(200)
    expect((await topUp(memberId, bank, 1, 'f')).status).toBe(429)
    clock.advance(hour)
    expect((await topUp(memberId, bank, 500, 'b')).status).toBe(200)
    expect((await topUp(memberId, bank, 600, 'c')).status).toBe(429)
    expect(errors).toHaveLength(2)
  })

  test('a cap is changed for all keys of a source at once, also while two are valid', async () => {
    const { memberId } = await world.member()
    const bank = await source({ money: '10.00' })
    await run('Ana', 'feed-key', 'rotate', bank.name)
    expect((await topUp(memberId, bank, 2000, 'a')).status).toBe(429)
    const changed = await run('Ana', 'feed-key', 'limit', bank.name, '--money', '20.00')
    expect(changed).toEqual({
      ok: true,
      said: `${bank.name}: sessions, trips, positions, states, top-ups; an hour at most 1000 reports and USD 20.00`,
    })
    expect((await topUp(memberId, bank, 2000, 'a')).status).toBe(200)
    await run('Ana', 'feed-key', 'limit', bank.name, '--scopes', 'trips', '--items', '5')
    expect((await topUp(memberId, bank, 1, 'b')).status).toBe(403)
    expect((await run('Ana', 'feed-key', 'limit', bank.name)).said).toContain('--items')
    expect((await run('Ana', 'feed-key', 'limit', 'no-such', '--items', '5')).ok).toBe(false)
  })

  test('a state that is said again adds nothing to the hour, one that changes something does', async () => {
    const fleet = await source({ items: '3' })
    const { deviceNumber } = await makeMachine(world.database.kysely, { kind: 'vehicle' })
    const since = (minute: number) => instant(clock.now() - 600_000 + minute * 60_000)
    const say = async (state: string, minute: number) =>
      (
        await world.call('feed/state', {
          token: fleet.token,
          args: { source: fleet.name, deviceNumber, state, since: since(minute) },
        })
      ).status
    for (let times = 0; times < 5; times += 1) expect(await say('in service', 2)).toBe(200)
    expect(await say('idle', 2)).toBe(200)
    for (let times = 0; times < 5; times += 1) expect(await say('resting', 1)).toBe(200)
    expect(await say('in service', 3)).toBe(429)
    expect(await say('idle', 2)).toBe(200)
  })

  test('many at once bring no more than one after another', async () => {
    const { memberId } = await world.member()
    const bank = await source({ money: '10.00' })
    const heard = await Promise.all(Array.from({ length: 12 }, (_, n) => topUp(memberId, bank, 300, `n-${n}`)))
    expect(heard.filter((it) => it.status === 200)).toHaveLength(3)
    expect(await recharge(memberId)).toBe(900)
  })

  test('a large payment waits for somebody who made no key of its source, and the member sees that it does', async () => {
    const [{ memberId, token }, bank] = [await world.member(), await source()]
    const wallets = async () => (await world.call('g/account/info', { method: 'GET', token })).body.data
    expect((await topUp(memberId, bank, 100_001, 'big')).body).toMatchObject({
      errno: 0,
      data: { counted: true, underReview: true },
    })
    expect(await wallets()).toMatchObject({ recharge: 0, underReview: 100_001 })
    expect(await notices(memberId)).toEqual(['topup_under_review'])
    expect((await topUp(memberId, bank, 100_001, 'big')).body.data).toMatchObject({ counted: false, underReview: true })
    expect((await topUp(memberId, bank, 100_002, 'big')).status).toBe(422)
    // A later rule changes nothing for what waits.
    await run('Ana', 'setting', 'set', 'top_up_review', '{"above":9000000}')
    expect((await topUp(memberId, bank, 100_001, 'big')).body.data).toMatchObject({ underReview: true })
    await run('Ana', 'setting', 'set', 'top_up_review', '{"above":100000}')
    expect((await run('Ana', 'top-up', 'list')).said).toContain('USD 1000.01')
    expect((await run(' ana', 'top-up', 'approve', bank.name, 'big')).said).toContain('has made a key')
    expect(await recharge(memberId)).toBe(0)
    expect((await run('Budi', 'top-up', 'approve', bank.name, 'big')).ok).toBe(true)
    expect((await run('Budi', 'top-up', 'approve', bank.name, 'big')).ok).toBe(false)
    expect((await run('Budi', 'top-up', 'decline', bank.name, 'big', '--reason', 'No')).ok).toBe(false)
    expect(await wallets()).toMatchObject({ recharge: 100_001, underReview: 0 })
    expect((await topUp(memberId, bank, 100_001, 'big')).body.data).toMatchObject({
      counted: false,
      underReview: false,
    })
    expect(await recharge(memberId)).toBe(100_001)
    expect(await reconcile(world.database.kysely)).toEqual([])
  })

  test('payments that wait are listed up to 200, and the list says where there are more', async () => {
    const [{ memberId }, bank] = [await world.member(), await source()]
    await topUp(memberId, bank, 100_001, 'oldest')
    const lines = async () => (await run('Ana', 'top-up', 'list')).said.split('\n')
    const before = await lines()
    expect(before.at(-1)).not.toContain('And more')
    const { rows: copies } = await asOwner(world.database, (db) =>
      sql<{ id: string }>`
        insert into held_top_up
        select (jsonb_populate_record(it, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'copy ' || n))).*
        from held_top_up it, generate_series(1, 200) n where external_id = 'oldest' returning id`.execute(db),
    )
    const more = await lines()
    expect(more).toHaveLength(201)
    expect(more.at(-1)).toBe('And more: only the first 200 are listed.')
    const made = copies.map(({ id }) => id)
    await asOwner(world.database, (db) => db.deleteFrom('heldTopUp').where('id', 'in', made).execute())
  })

  test('a declined payment is never credited, and the member is told why', async () => {
    const [{ memberId }, bank] = [await world.member(), await source()]
    await topUp(memberId, bank, 200_000, 'big')
    expect((await run('Budi', 'top-up', 'decline', bank.name, 'big', '--reason', 'Sent by somebody else')).ok).toBe(
      true,
    )
    expect((await topUp(memberId, bank, 200_000, 'big')).body.data).toMatchObject({
      counted: false,
      underReview: false,
    })
    expect(await recharge(memberId)).toBe(0)
    expect((await notices(memberId)).toSorted()).toEqual(['topup_declined', 'topup_under_review'])
    expect((await run('Ana', 'top-up', 'list')).said).not.toContain(bank.name)
  })

  test("a payment for a deleted account is kept as nobody's, until the operator has sent it back", async () => {
    const [{ memberId }, bank] = [await world.member(), await source()]
    const sheet = async () => {
      const [usd] = await balanceSheets(world.database.kysely)
      return usd ?? expect.unreachable()
    }
    expect((await topUp(memberId, bank, 500, 'before')).body.data).toMatchObject({ counted: true })
    await asOwner(world.database, (db) =>
      db
        .updateTable('member')
        .set({ deletedAt: instant(clock) })
        .where('id', '=', memberId)
        .execute(),
    )
    const before = await sheet()
    errors.splice(0)
    const kept = await topUp(memberId, bank, 7000, 'late')
    expect(kept.body).toMatchObject({ errno: 0, data: { counted: true, underReview: true } })
    expect((await topUp(memberId, bank, 7000, 'late')).body.data).toEqual({
      ...(kept.body.data as object),
      counted: false,
    })
    expect((await topUp(memberId, bank, 7001, 'late')).status).toBe(422)
    expect((await topUp(memberId, bank, 500, 'before')).body.data).toMatchObject({ counted: false, underReview: false })
    expect(errors).toEqual(['a payment came for an account that was deleted'])
    expect([await recharge(memberId), await notices(memberId)]).toEqual([500, ['topup_received']])
    const held = await sheet()
    expect(held.unowned - before.unowned).toBe(7000)
    expect(held.claims - before.claims).toBe(7000)
    expect(held.outside - before.outside).toBe(7000)
    expect(held.otherHouse).toBe(before.otherHouse)
    expect((await run('Ana', 'top-up', 'list')).said).toContain(`late  USD 70.00  ${memberId} (account deleted`)
    expect((await run('Budi', 'top-up', 'approve', bank.name, 'late')).ok).toBe(false)
    expect(await reconcile(world.database.kysely)).toEqual([])
    expect((await run('Ana', 'top-up', 'return', bank.name, 'late')).said).toContain('USD 70.00 went back')
    expect((await run('Ana', 'top-up', 'return', bank.name, 'late')).said).toContain('Nothing was changed')
    expect((await run('Ana', 'top-up', 'return', bank.name, 'before')).ok).toBe(false)
    expect(await sheet()).toEqual(before)
    expect((await topUp(memberId, bank, 7000, 'late')).body.data).toMatchObject({ counted: false, underReview: false })
    expect((await run('Ana', 'top-up', 'list')).said).not.toContain(bank.name)
    expect(await reconcile(world.database.kysely)).toEqual([])
  })
})
