import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { teamRechargeTotal, teamTotal, TeamMember } from '#protocol/team.ts'
import { instant } from '#server/clock.ts'
import { takeBackTopUp } from '#server/features/wallet/reversals/top-ups.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { makeMachine, makeMember, makeUnits, type MadeMachine } from '#tests/support/people-and-machines.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const day = 86_400_000

interface Joining {
  /** Place in the list of who invited them; -1 for nobody. */
  inviter: number
  daysAgo: number
  unit: 'none' | 'active' | 'expired'
  hasLeft: boolean
}

const joinings: fc.Arbitrary<Joining[]> = fc
  .array(
    fc.record({
      pick: fc.nat(),
      daysAgo: fc.integer({ min: 0, max: 60 }),
      unit: fc.constantFrom('none', 'active', 'expired'),
      hasLeft: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25 },
  )
  // Nobody was invited by somebody who came later.
  .map((all) => all.map(({ pick, ...it }, index) => ({ ...it, inviter: (pick % (index + 1)) - 1 })))

describe.each(databases)('the team on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  let machine: MadeMachine
  beforeAll(async () => {
    machine = await makeMachine(world.database.kysely, { unitsTotal: 10_000 })
  })

  async function join(inviterId: string | null, of: Partial<Omit<Joining, 'inviter'>> = {}): Promise<string> {
    const { kysely: db } = world.database
    const id = await makeMember(db)
    const { daysAgo = 0, unit = 'none', hasLeft = false } = of
    await db
      .updateTable('member')
      .set({
        invitedBy: inviterId,
        joinedAt: instant(clock.now() - daysAgo * day),
        deletedAt: hasLeft ? instant(clock) : null,
      })
      .where('id', '=', id)
      .execute()
    if (unit === 'none') return id
    const [activeFrom, expiresAt] = [instant(clock.now() - day), instant(clock.now() + day)]
    const [unitId = ''] = await makeUnits(db, { memberId: id, machine, activeFrom, expiresAt })
    await db.updateTable('unit').set({ status: unit }).where('id', '=', unitId).execute()
    return id
  }
  async function ask<T>(memberId: string, path: string, args: object = {}): Promise<T> {
    const token = await world.tokenOf(memberId)
    const { body } = await world.call(path, { method: 'GET', args, token })
    expect(body.errno).toBe(0)
    return body.data as T
  }
  const totalOf = (memberId: string) => ask<Answer<typeof teamTotal>>(memberId, 'g/team/total')
  const rechargeOf = (memberId: string) => ask<Answer<typeof teamRechargeTotal>>(memberId, 'g/team/recharge/total')
  async function wholeList(memberId: string, args: object = {}): Promise<TeamMember[]> {
    const items: TeamMember[] = []
    for (let after: string | undefined; ;) {
      const page = await ask<{ items: TeamMember[]; next?: string }>(memberId, 'g/team/list', {
        ...args,
        limit: 3,
        after,
      })
      items.push(...page.items)
      if (page.next === undefined) return items
      after = page.next
    }
  }

  test('lists and counts what a plain recount finds, for everybody in it', () =>
    fc.assert(
      fc.asyncProperty(joinings, async (all) => {
        const ids: string[] = []
        for (const { inviter, ...it } of all) ids.push(await join(ids[inviter] ?? null, it))
        const people = all.map((it, index) => ({ ...it, id: ids[index] ?? '', index }))
        for (const { index, id } of people.filter((it) => !it.hasLeft)) {
          const direct = people.filter((it) => it.inviter === index)
          const indirect = people.filter((it) => direct.some((first) => first.index === it.inviter))
          const here = [
            ...direct.map((it) => ({ ...it, relation: 'direct' })),
            ...indirect.map((it) => ({ ...it, relation: 'indirect' })),
          ].filter((it) => !it.hasLeft)
          const valid = here.filter((it) => it.unit === 'active')
          const total = await totalOf(id)
          expect(total).toMatchObject({
            direct: here.filter((it) => it.relation === 'direct').length,
            indirect: here.filter((it) => it.relation === 'indirect').length,
            valid: valid.length,
            invalid: here.length - valid.length,
          })
          expect(total.joinedByDay.map((it) => it.members)).toEqual(
            Array.from({ length: 30 }, (_, at) => here.filter((it) => it.daysAgo === 29 - at).length),
          )
          const list = await wholeList(id)
          expect(new Set(list.map((it) => `${it.id} ${it.relation} ${it.valid}`))).toEqual(
            new Set(here.map((it) => `${it.id} ${it.relation} ${it.unit === 'active'}`)),
          )
          expect(list).toHaveLength(here.length)
          expect(list.map((it) => it.joinedAt)).toEqual(
            list
              .map((it) => it.joinedAt)
              .toSorted()
              .toReversed(),
          )
          expect(await wholeList(id, { relation: 'direct', valid: true })).toEqual(
            list.filter((it) => it.relation === 'direct' && it.valid),
          )
          expect(await wholeList(id, { valid: false })).toEqual(list.filter((it) => !it.valid))
        }
      }),
      { numRuns: 5 },
    ))

  test('was on each day as large as it was then, whoever has left since', async () => {
    const me = await join(null)
    await join(me, { daysAgo: 60 })
    const left = await join(me, { daysAgo: 10 })
    const gone = await join(me, { daysAgo: 60 })
    for (const [id, daysAgo] of [
      [left, 5],
      [gone, 40],
    ] as const)
      await world.database.kysely
        .updateTable('member')
        .set({ deletedAt: instant(clock.now() - daysAgo * day) })
        .where('id', '=', id)
        .execute()
    const { direct, joinedByDay } = await totalOf(me)
    expect(direct).toBe(1)
    expect(joinedByDay.map((it) => it.size)).toEqual([
      ...Array.from({ length: 19 }, () => 1),
      ...Array.from({ length: 5 }, () => 2),
      ...Array.from({ length: 6 }, () => 1),
    ])
    expect(joinedByDay.reduce((sum, it) => sum + it.members, 0)).toBe(0)
  })

  test('counts who joined by the days of the member, up to today', async () => {
    // 06:00 UTC is 13:00 in Jakarta: the day there began at 17:00 UTC.
    const me = await join(null)
    await join(me, { daysAgo: 12.99 / 24 })
    await join(me, { daysAgo: 13.01 / 24 })
    await join(me, { daysAgo: 29 + 13.01 / 24 })
    const { joinedByDay } = await totalOf(me)
    expect(joinedByDay.at(-1)).toMatchObject({ day: '2026-11-20', members: 1 })
    expect(joinedByDay.at(-2)).toMatchObject({ day: '2026-11-19', members: 1 })
    expect(joinedByDay.reduce((sum, it) => sum + it.members, 0)).toBe(2)
  })

  test('names nobody: one letter or two digits, no phone, no picture', async () => {
    const me = await join(null)
    const invited = await join(me)
    const { phone } = await world.database.kysely
      .updateTable('member')
      .set({ nickname: 'budi santoso', avatarUrl: '/face.png' })
      .where('id', '=', invited)
      .returning('phone')
      .executeTakeFirstOrThrow()
    const list = await wholeList(me)
    expect(list).toEqual([
      { id: invited, nameMasked: 'B***', relation: 'direct', valid: false, level: 0, joinedAt: instant(clock) },
    ])
    expect(JSON.stringify(list)).not.toContain(phone.slice(-4))
  })

  test('tells what five or more topped up until Monday, also those who left, and nothing below', async () => {
    const me = await join(null)
    const topUp = async (amount: number, inviterId: string) => {
      const id = await shopOn(world.database, clock).member(amount)
      await world.database.kysely.updateTable('member').set({ invitedBy: inviterId }).where('id', '=', id).execute()
      return id
    }
    const first = await topUp(1000, me)
    await topUp(2000, first)
    await topUp(400, me)
    await topUp(30, me)
    // Who has only joined hides nobody's money.
    await join(me)
    clock.advance(7 * day)
    expect(await rechargeOf(me)).toEqual({
      currency: 'USD',
      members: 4,
      membersNeeded: 5,
      total: null,
      last30Days: null,
      asOf: '2026-11-23',
    })

    // What one person has just topped up is not told: the sums are those of Monday.
    const leaver = await topUp(5, me)
    expect(await rechargeOf(me)).toMatchObject({ members: 4, total: null })
    clock.advance(7 * day)
    expect(await rechargeOf(me)).toMatchObject({ members: 5, total: 3435, last30Days: 3435 })
    // Nor is the difference of two Mondays: the sum stays until five people have changed it.
    await topUp(7, first)
    clock.advance(28 * day)
    const told = { members: 5, total: 3435, last30Days: 3435, since: '2026-11-16', asOf: '2026-11-30' }
    expect(await rechargeOf(me)).toMatchObject(told)
    await world.database.kysely
      .updateTable('member')
      .set({ deletedAt: instant(clock) })
      .where('id', '=', leaver)
      .execute()
    // What was taken back has changed it too.
    const { source, externalId } = await world.database.kysely
      .selectFrom('topUp')
      .select(['source', 'externalId'])
      .where('memberId', '=', first)
      .executeTakeFirstOrThrow()
    const wrong = { source, externalId, reference: randomUUID(), reason: 'A test' }
    await world.database.inTransaction((db) => takeBackTopUp(db, wrong, clock))
    for (const amount of [1, 2]) await topUp(amount, me)
    clock.advance(7 * day)
    expect(await rechargeOf(me)).toMatchObject(told)
    await topUp(4, me)
    clock.advance(7 * day)
    expect(await rechargeOf(me)).toMatchObject({ members: 8, total: 2449, last30Days: null, asOf: '2027-01-11' })
  })
})
