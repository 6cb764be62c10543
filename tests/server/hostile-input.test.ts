import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'

describe.each(oneDatabase)('what no client of ours sends, on $name', ({ open }) => {
  const world = bareWorldFor(open, systemClock, { TRUST_PROXY: '1' })

  test('a body nested without end is refused, wherever it is nested', async () => {
    const { token } = await world.member()
    for (const raw of [
      `{"more":${'['.repeat(8000)}${']'.repeat(8000)}}`,
      `{"more":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`,
    ])
      for (const [path, of] of [
        ['capital/exchange', { token }],
        ['auth/reset', {}],
        ['auth/jwscLogin', {}],
      ] as const) {
        const { status, body } = await world.call(path, { raw, ...of })
        expect([path, status, body.errno]).toEqual([path, 400, 400])
        expect(body.errmsg).toContain('nested')
      }
  })

  test.each(['[]', '[{"a":1}]', 'null', '1', '"text"'])('a body %s is no object', async (raw) => {
    const { token } = await world.member()
    for (const path of ['game/sign', 'auth/logout', 'auth/jwscLogin']) {
      const { status, body } = await world.call(path, { raw, token })
      expect([path, status, body.errno]).toEqual([path, 400, 400])
    }
  })

  test("a form of another site neither logs a browser in nor writes, and the app's own calls pass", async () => {
    const { token } = await world.member()
    const args = { phone: '+6281200000998', password: 'wrong password', agreed: true }
    const answer = async (path: string, headers: Record<string, string>) =>
      (await world.call(path, { args, token, headers })).body.errno
    for (const path of ['auth/jwscLogin', 'auth/logout', 'game/sign']) {
      for (const site of ['cross-site', 'same-site'])
        expect([path, await answer(path, { 'sec-fetch-site': site })]).toEqual([path, 400])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'])
        expect([path, await answer(path, { 'content-type': type })]).toEqual([path, 400])
    }
    expect(await answer('auth/jwscLogin', { 'content-type': 'application/json; charset=utf-8' })).toBe(1601)
    expect(await answer('auth/jwscLogin', { 'sec-fetch-site': 'same-origin' })).toBe(1601)
    expect(await answer('auth/jwscLogin', { 'sec-fetch-site': 'none' })).toBe(1601)
  })

  test('an address of 10 kB in X-Forwarded-For counts as none', async () => {
    const headers = { 'x-forwarded-for': '9'.repeat(10_000) }
    const args = { phone: '+6281200000999', password: 'wrong password', agreed: true }
    expect((await world.call('auth/jwscLogin', { args, headers })).body.errno).toBe(1601)
  })

  test.each(['/%ff', '/%zz', '/assets/%ff.js', '/assets/%', '/%c0%ae%c0%ae/etc/passwd'])(
    'the path %s is not found',
    async (path) => {
      expect((await world.app.fetch(new Request(`http://app.test${path}`))).status).toBe(404)
    },
  )
})
