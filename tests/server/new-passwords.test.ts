import { describe, expect, test } from 'vitest'
import { issueCode } from '#server/features/auth/codes.ts'
import { silentLog } from '#server/log.ts'
import { bareWorldFor, legalTextsIn } from '#tests/support/bare-world.ts'
import { cheapHash } from '#tests/support/cheap-hash.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { changeMember } from '#tests/support/change-member.ts'

const [ok, weak, badRequest] = [0, 1609, 400]

describe.each(oneDatabase)('new login passwords on $name', ({ open }) => {
  const clock = new ManualClock('2026-11-20T06:00:00.000Z')
  const world = bareWorldFor(open, clock)
  legalTextsIn(world, clock)
  let phones = 0

  async function registered(password: string): Promise<number> {
    const phone = `+62813${2_000_000 + ++phones}`
    const { code } = await issueCode(
      world.database.kysely,
      { phone, purpose: 'register', address: phone },
      { clock, log: silentLog },
    )
    const house = await world.call('sysconfig/getLoginConfig', { method: 'GET' })
    expect(house.body.data).toMatchObject({ passwordMin: 10 })
    const { memberId } = await world.member()
    await changeMember(world.database.kysely, memberId, { invitationCode: `INVITE${phones}` })
    const { body } = await world.call('auth/registerByPhone', {
      args: {
        phone,
        code,
        password,
        inviteCode: `INVITE${phones}`,
        country: 'id',
        language: 'en',
        timeZone: 'Asia/Jakarta',
        agreed: true,
      },
    })
    return body.errno
  }

  test('have ten characters, and are none of those that everybody tries first, however they are written', async () => {
    expect(await registered('a-good-one')).toBe(ok)
    expect(await registered('nine-char')).toBe(weak)
    for (const common of ['1234567890', 'qwertyuiop', 'QWERTYUIOP', 'password123']) {
      expect({ common, errno: await registered(common) }).toEqual({ common, errno: weak })
    }
    expect(await registered('short')).toBe(badRequest)
  })

  test('are more than the words of the product itself, whatever stands around them', async () => {
    for (const own of ['voltfolio1', 'Voltfolio-2026!', 'VoltFolioAdmin', 'my-wallet-99', 'operator12345'])
      expect({ own, errno: await registered(own) }).toEqual({ own, errno: weak })
    for (const more of ['voltfolio-tea-horse', 'a folio of rain', '1 4m 4 scooter rider'])
      expect({ more, errno: await registered(more) }).toEqual({ more, errno: ok })
  })

  test('replace an old short one, which goes on signing in until then', async () => {
    const { memberId, token } = await world.member()
    const { phone } = await world.database.kysely
      .updateTable('member')
      .set({ passwordHash: cheapHash('sixsix') })
      .where('id', '=', memberId)
      .returning('phone')
      .executeTakeFirstOrThrow()
    const signIn = async (password: string) =>
      (await world.call('auth/jwscLogin', { args: { phone, password, agreed: true } })).body.errno
    const change = async (password: string) =>
      (await world.call('auth/reset', { token, args: { by: 'password', oldPassword: 'sixsix', password } })).body.errno
    expect(await signIn('sixsix')).toBe(ok)
    expect(await change('sevenseve')).toBe(weak)
    expect(await change('1234567890')).toBe(weak)
    expect(await signIn('sixsix')).toBe(ok)
    expect(await change('a-longer-one')).toBe(ok)
    expect(await signIn('a-longer-one')).toBe(ok)
  })
})
