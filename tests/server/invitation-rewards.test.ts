import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { invitationRewards } from '#protocol/team.ts'
import { instant } from '#server/clock.ts'
import { issueCode } from '#server/features/auth/codes.ts'
import { migrate } from '#server/db/migrate.ts'
import { house } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/post.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor, legalTextsIn } from '#tests/support/bare-world.ts'
import { asOwner } from '#tests/support/as-owner.ts'
import { isOnCitus } from '#tests/support/citus-server.ts'
import { databases } from '#tests/support/databases.ts'
import { balances, makeMember } from '#tests/support/people-and-machines.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { changeMember } from '#tests/support/change-member.ts'

const [ok, notFound, nothing] = [0, 1404, 1708]
let phones = 0

describe.each(databases)('rewards for invitations on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  legalTextsIn(world, clock)
  const gold = async (memberId: string) => (await balances(world.database.kysely, memberId))['gold']

  /** Registers as the app does, with the code of whoever invites. */
  async function register(inviteCode: string, phone = `+62813${1_000_000 + ++phones}`): Promise<string> {
    const { code } = await issueCode(
      world.database.kysely,
      { phone, purpose: 'register', address: `address ${phones}` },
      { clock, log: silentLog },
    )
    const { body } = await world.call('auth/registerByPhone', {
      args: {
        phone,
        code,
        password: 'a-good-one',
        inviteCode,
        country: 'id',
        language: 'en',
        timeZone: 'Asia/Jakarta',
        agreed: true,
      },
    })
    expect(body).toMatchObject({ errno: ok })
    return (body.data as { memberId: string }).memberId
  }
  async function inviter() {
    const who = await world.member()
    const code = randomUUID().slice(0, 8).toUpperCase()
    await changeMember(world.database.kysely, who.memberId, { invitationCode: code })
    return { ...who, code }
  }
  const rewards = async (memberId: string, args: object = {}) =>
    (await world.call('invitation/reward/record', { method: 'GET', args, token: await world.tokenOf(memberId) })).body
      .data as Answer<typeof invitationRewards>
  const receive = async (memberId: string, rewardId: string, key: string = randomUUID()) =>
    (
      await world.call('invitation/reward/confirm/receipt', {
        args: { rewardId },
        key,
        token: await world.tokenOf(memberId),
      })
    ).body

  test('a registration pays nothing; it makes one reward, and a message in their own language', async () => {
    const me = await inviter()
    await world.database.kysely.updateTable('member').set({ language: 'id' }).where('id', '=', me.memberId).execute()
    await register(me.code, '+6281399887766')
    expect(await gold(me.memberId)).toBe(0)
    expect(await rewards(me.memberId)).toEqual({
      items: [
        { id: expect.any(String), nameMasked: '***66', signedUpAt: instant(clock), goldCoins: 300, receivedAt: null },
      ],
      inviteGoldCoins: 300,
      receivable: 1,
      receivableCoins: 300,
      receivedCoins: 0,
    })
    const { body } = await world.call('mallNotice/noticeList', {
      method: 'GET',
      token: me.token,
      headers: { 'x-language': 'id' },
    })
    expect(body.data).toMatchObject({
      unread: 1,
      items: [{ title: 'Ada yang bergabung dengan kode Anda', route: '/pages/my/inviteGift' }],
    })
    expect(JSON.stringify(body.data)).toContain('***66')
    expect(JSON.stringify(body.data)).not.toContain('887766')
  })

  test('the link is a template, which the client fills with the code', async () => {
    const me = await inviter()
    const { body } = await world.call('user/info', { method: 'GET', token: me.token })
    expect(body.data).toMatchObject({
      invitationUrl: '/#/pages/auth/register?code={code}',
      userInfo: { invitationCode: me.code },
    })
  })

  test("the operator's own code and a second level bring nobody anything more", async () => {
    const me = await inviter()
    const first = await register(me.code)
    const { invitationCode } = await world.database.kysely
      .selectFrom('member')
      .select('invitationCode')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await register(invitationCode)
    const all = async () => world.database.kysely.selectFrom('invitationReward').selectAll().orderBy('id').execute()
    const before = await all()
    await register('VOLTFOLIO')
    expect(await all()).toEqual(before)
    expect((await rewards(me.memberId)).items).toHaveLength(1)
    expect((await rewards(first)).items).toHaveLength(1)
  })

  test('receiving moves the coins once: repeated, from two devices, on a later day', async () => {
    const me = await inviter()
    await register(me.code)
    const [reward] = (await rewards(me.memberId)).items
    const key = randomUUID()
    const first = await receive(me.memberId, reward?.id ?? '', key)
    expect(first).toMatchObject({ errno: ok, data: { goldCoins: 300, reward: { receivedAt: instant(clock) } } })
    expect(await receive(me.memberId, reward?.id ?? '', key)).toEqual(first)
    expect((await receive(me.memberId, reward?.id ?? '')).errno).toBe(nothing)
    clock.advance(2 * 86_400_000)
    expect((await receive(me.memberId, reward?.id ?? '')).errno).toBe(nothing)
    expect(await gold(me.memberId)).toBe(300)
    expect(await rewards(me.memberId)).toMatchObject({ receivable: 0, receivableCoins: 0, receivedCoins: 300 })
    const bills = await world.call('capital/streamList', {
      method: 'GET',
      args: { wallet: 'points' },
      token: await world.tokenOf(me.memberId),
    })
    expect(bills.body.data).toMatchObject({ items: [{ kind: 'invite_reward', amount: 300 }] })
    expect(await reconcile(world.database.kysely)).toEqual([])
  })

  test("another member's reward can't be received, and stays theirs", async () => {
    const [me, other] = [await inviter(), await inviter()]
    const invited = await register(me.code)
    const [reward] = (await rewards(me.memberId)).items
    for (const thief of [other.memberId, invited]) expect((await receive(thief, reward?.id ?? '')).errno).toBe(notFound)
    expect((await receive(me.memberId, randomUUID())).errno).toBe(notFound)
    expect(await rewards(me.memberId)).toMatchObject({ receivable: 1 })
    expect([await gold(other.memberId), await gold(invited)]).toEqual([0, 0])
  })

  test('the list comes newest first, by cursor, and by what was received', async () => {
    const me = await inviter()
    for (let count = 0; count < 5; count += 1) {
      await register(me.code)
      clock.advance(60_000)
    }
    const { items } = await rewards(me.memberId)
    for (const it of items.slice(3)) await receive(me.memberId, it.id)
    const ids = (page: { items: { id: string }[] }) => page.items.map((it) => it.id)
    const first = await rewards(me.memberId, { limit: 2 })
    const second = await rewards(me.memberId, { limit: 2, after: first.next })
    const third = await rewards(me.memberId, { limit: 2, after: second.next })
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(ids({ items }))
    expect(third.next).toBeUndefined()
    expect(ids(await rewards(me.memberId, { received: true }))).toEqual(ids({ items: items.slice(3) }))
    expect(ids(await rewards(me.memberId, { received: false }))).toEqual(ids({ items: items.slice(0, 3) }))
    expect(items.map((it) => it.signedUpAt)).toEqual(
      items
        .map((it) => it.signedUpAt)
        .toSorted()
        .toReversed(),
    )
  })

  test('one phone brings one reward, though its account is deleted and made anew, by whomever it is invited', async () => {
    const [me, other] = [await inviter(), await inviter()]
    const phone = '+6281355667788'
    for (const code of [me.code, me.code, other.code]) {
      const token = await world.tokenOf(await register(code, phone))
      const args = { password: 'a-good-one', confirmed: true }
      expect((await world.call('auth/unsubscribe', { token, args })).body.errno).toBe(ok)
      clock.advance(2 * 60_000)
    }
    expect((await rewards(me.memberId)).items).toHaveLength(1)
    expect((await rewards(other.memberId)).items).toEqual([])
    const told = await world.database.kysely
      .selectFrom('message')
      .select('memberId')
      .where('kind', '=', 'invited_registered')
      .where('memberId', 'in', [me.memberId, other.memberId])
      .execute()
    expect(told).toEqual([{ memberId: me.memberId }])
    const kept = await world.database.kysely.selectFrom('invitationReward').selectAll().orderBy('id').execute()
    expect(JSON.stringify(kept)).not.toContain('55667788')
  })

  test('somebody who has left is not named, and their reward stays', async () => {
    const me = await inviter()
    const invited = await register(me.code)
    await world.database.kysely
      .updateTable('member')
      .set({ deletedAt: instant(clock), phone: `deleted ${invited}` })
      .where('id', '=', invited)
      .execute()
    const [reward] = (await rewards(me.memberId)).items
    expect(reward).toMatchObject({ nameMasked: null })
    expect((await receive(me.memberId, reward?.id ?? '')).errno).toBe(ok)
  })
})

// A migration of before; a database is distributed after all of them.
test.skipIf(isOnCitus).each(databases)(
  'on $name, what registrations paid before counts as received',
  async ({ open }) => {
    const clock = new ManualClock('2026-11-20T06:00:00.000Z')
    const database = await open()
    const { kysely: db } = database
    try {
      // A database of the release before: no table of rewards, and coins that moved at the registration.
      await asOwner(database, async (owner) => {
        await sql`drop table invitation_reward`.execute(owner)
        await sql`drop index member_invited_by; create index member_invited_by on member (invited_by)`.execute(owner)
        await sql`delete from migration where name = '090_invitation_rewards.sql'`.execute(owner)
      })
      const [me, paid, unpaid] = [await makeMember(db), await makeMember(db), await makeMember(db)]
      await db.updateTable('member').set({ invitedBy: me }).where('id', 'in', [paid, unpaid]).execute()
      await post(
        db,
        [
          {
            debit: house('mint'),
            credit: { ownerId: me, code: 'gold' },
            amount: 300,
            asset: 'GOLD',
            kind: 'invite_reward',
            ref: paid,
          },
        ],
        clock,
      )
      await migrate(database)
      const rows = await db
        .selectFrom('invitationReward')
        .select(['memberId', 'invitedId', 'goldCoins', 'receivedAt'])
        .execute()
      expect(rows).toHaveLength(2)
      expect(rows).toContainEqual({ memberId: me, invitedId: paid, goldCoins: 300, receivedAt: instant(clock) })
      expect(rows).toContainEqual({ memberId: me, invitedId: unpaid, goldCoins: 300, receivedAt: null })
    } finally {
      await database.close()
    }
  },
)
