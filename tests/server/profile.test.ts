import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestWithdrawal } from '#server/features/wallet/withdrawal/withdrawing.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { bindCard } from '#tests/support/bound-card.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { giveIncome } from '#tests/support/give-income.ts'
import { shopOn } from '#tests/support/shop.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const [ok, badRequest, notFound, alreadySigned] = [0, 400, 1404, 1707]
const at = (minute: number) => `2026-11-20T05:${String(minute).padStart(2, '0')}:00.000Z`

describe.each(oneDatabase)('the profile on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  beforeAll(() =>
    world.database.kysely
      .insertInto('country')
      .values({
        id: 'my',
        name: 'Malaysia',
        alias: 'ms',
        dialCode: '60',
        currency: 'MYR',
        timeZone: 'Asia/Kuala_Lumpur',
        position: 99,
      })
      .onConflict((it) => it.column('id').doNothing())
      .execute(),
  )

  async function person() {
    const memberId = await shopOn(world.database, clock).member()
    const token = await world.tokenOf(memberId)
    return {
      memberId,
      call: async (path: string, method: 'GET' | 'POST', args: object = {}) =>
        (await world.call(path, { method, args, token, ...(method === 'POST' && { key: randomUUID() }) })).body,
      edit: async (args: object, key: string = randomUUID()) =>
        (await world.call('user/update/info', { args: { madeAt: at(10), ...args }, key, token })).body,
      info: async () =>
        ((await world.call('user/info', { method: 'GET', token })).body.data as { userInfo: Record<string, unknown> })
          .userInfo,
    }
  }

  test('first steps that were put away stay away, whatever else is edited', async () => {
    const { edit, info } = await person()
    expect(await info()).toMatchObject({ firstStepsDismissed: false })
    expect(await edit({ firstStepsDismissed: true })).toMatchObject({ errno: ok, data: { firstStepsDismissed: true } })
    await edit({ madeAt: at(5), nickname: 'Sari' })
    expect(await info()).toMatchObject({ firstStepsDismissed: true, nickname: 'Sari' })
    expect((await edit({ firstStepsDismissed: false })).errno).toBe(badRequest)
  })

  test('takes what is given and leaves the rest', async () => {
    const { edit, info } = await person()
    const before = await info()
    expect(await edit({ nickname: '  Sari  ', language: 'id' })).toMatchObject({
      errno: ok,
      data: { ...before, nickname: 'Sari', language: 'id' },
    })
    expect(await edit({ country: 'my' })).toMatchObject({ errno: ok })
    expect(await info()).toEqual({ ...before, nickname: 'Sari', language: 'id', country: 'my' })
    expect((await edit({ nickname: null, avatarId: null })).data).toMatchObject({ nickname: null, avatarUrl: null })
    expect((await edit({})).errno).toBe(ok)
  })

  test('colours follow the member, the last choice of all devices', async () => {
    const { memberId, edit, info } = await person()
    expect((await info())['look']).toBeNull()
    const look = { base: 'own', theme: 'dark', hue: 212.5, vivid: 0.4 }
    expect((await edit({ madeAt: at(20), look })).data).toMatchObject({ look })
    await edit({ madeAt: at(15), look: { ...look, theme: 'light' } })
    expect((await info())['look']).toEqual(look)
    for (const wrong of [{ ...look, theme: 'sepia' }, { ...look, hue: 361 }, { ...look, vivid: -1 }, { base: 'own' }])
      expect((await edit({ look: wrong })).errno).toBe(400)
    expect(
      await world.database.kysely.selectFrom('member').select('look').where('id', '=', memberId).execute(),
    ).toEqual([{ look }])
  })

  test('an edit made earlier that arrives later changes nothing, field by field', async () => {
    const { edit, info } = await person()
    await edit({ madeAt: at(20), nickname: 'Later' })
    await edit({ madeAt: at(15), nickname: 'Earlier', language: 'th' })
    expect(await info()).toMatchObject({ nickname: 'Later', language: 'th' })
    await edit({ madeAt: at(21), nickname: 'Latest' })
    expect(await info()).toMatchObject({ nickname: 'Latest' })
  })

  test('a clock that is a year ahead has the last word only until now', async () => {
    const { edit, info } = await person()
    await edit({ madeAt: '2027-11-20T06:00:00.000Z', nickname: 'Ahead' })
    clock.advance(60_000)
    await edit({ madeAt: '2026-11-20T06:01:00.000Z', nickname: 'Now' })
    expect(await info()).toMatchObject({ nickname: 'Now' })
  })

  test('what is none of ours is refused, and nothing of it is kept', async () => {
    const { edit, info } = await person()
    const before = await info()
    expect(await edit({ nickname: 'Sari', language: 'xx' })).toMatchObject({ errno: badRequest })
    expect(await edit({ nickname: 'Sari', country: 'atlantis' })).toMatchObject({ errno: 1406 })
    expect(await edit({ nickname: 'Sari', avatarId: randomUUID() })).toMatchObject({ errno: notFound })
    expect(await edit({ nickname: ' ' })).toMatchObject({ errno: badRequest })
    expect(await edit({ nickname: 'x'.repeat(41) })).toMatchObject({ errno: badRequest })
    expect(await info()).toEqual(before)
  })

  test('leaves the time zone as it was: no other day, no second check-in and no fresh daily limit', async () => {
    clock.advance(Date.parse('2026-11-20T10:30:00.000Z') - clock.now())
    const { memberId, edit, info, call } = await person()
    const cardId = await bindCard(world.database.kysely, memberId)
    await world.database.inTransaction((db) => giveIncome(db, memberId, 2_000_000, clock))
    for (let n = 0; n < 2; n += 1)
      await world.database.inTransaction((db) =>
        requestWithdrawal(db, { memberId, amount: 500_000, cardId, expectedArrival: 495_000 }, clock),
      )
    const signed = await call('game/sign', 'POST', { madeAt: new Date(clock.now()).toISOString() })
    expect(signed.errno).toBe(ok)
    // In the first zone it is already tomorrow, in the second still yesterday.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await edit({ timeZone, nickname: timeZone })
      expect(await info()).toMatchObject({ nickname: timeZone, timeZone: 'Asia/Jakarta' })
      expect((await call('g/goods/withdrawInfo', 'GET')).data).toMatchObject({ leftToday: 0 })
      clock.advance(1000)
      expect((await call('game/sign', 'POST', { madeAt: new Date(clock.now()).toISOString() })).errno).toBe(
        alreadySigned,
      )
    }
  })

  test('sent twice under one key it counts once', async () => {
    const { edit } = await person()
    const key = randomUUID()
    expect(await edit({ nickname: 'Once' }, key)).toEqual(await edit({ nickname: 'Once' }, key))
  })
})
