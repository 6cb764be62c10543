import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { bareWorldFor, legalTextsIn } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(oneDatabase)('the security check before a code is sent, on $name', ({ open }) => {
  // The library that checks solutions looks at the real time.
  const clock = new ManualClock(new Date().toISOString())
  const world = bareWorldFor(open, clock)
  legalTextsIn(world, clock)

  const challenged = async () =>
    ((await world.call('captcha', { method: 'GET' })).body.data as { challenge: Challenge }).challenge
  const text = (it: object) => Buffer.from(JSON.stringify(it)).toString('base64')
  async function solved(challenge: Challenge) {
    return text({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
  }
  let phones = 0
  const send = async (captcha: string) => {
    const phone = `+62812000${String(10_000 + phones++)}`
    const { errno, errmsg } = (
      await world.call('auth/register/sendAliSms', { args: { phone, purpose: 'register', captcha } })
    ).body
    return errno === 0 ? errno : { errno, errmsg }
  }
  const unknown = {
    errno: 1608,
    errmsg: 'This security check is unknown or was used before. Please request a new one.',
  }
  const wrong = { errno: 1602, errmsg: "You didn't pass the security check. Please try again." }

  test('is passed once: a solution that was used is not known any more', async () => {
    const solution = await solved(await challenged())
    expect(await send(solution)).toBe(0)
    expect(await send(solution)).toEqual(unknown)
  })

  test('a challenge that this server never gave out is not known', async () => {
    const challenge = await challenged()
    const foreign = { ...challenge, signature: challenge.signature?.replace(/^./, (it) => (it === '0' ? '1' : '0')) }
    expect(await send(await solved(foreign as Challenge))).toEqual(unknown)
  })

  test('a challenge whose time is over is not known any more', async () => {
    clock.advance(-3_600_000)
    const solution = await solved(await challenged())
    clock.advance(3_600_000)
    expect(await send(solution)).toEqual(unknown)
  })

  test('what solves nothing, or is no solution at all, is wrong', async () => {
    const challenge = await challenged()
    const solution = { counter: 1, derivedKey: '00', time: 1 }
    expect(await send(text({ challenge, solution }))).toEqual(wrong)
    expect(await send(text({ challenge: null }))).toEqual(wrong)
    expect(await send('AAAA')).toEqual(wrong)
  })
})
