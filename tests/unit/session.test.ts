import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { get, post } from '#protocol/call.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { createClient } from '#src/api/client.ts'
import { fakeTransport, later, ours, type Asked } from '#tests/support/fake-transport.ts'

const read = get('mine', { args: v.object({ n: v.optional(v.number()) }), answer: v.object({ token: v.string() }) })
const write = post('save', { args: v.object({}), answer: v.object({ token: v.string() }) })
const open = get('home', { who: 'anyone', args: v.object({}), answer: v.object({ token: v.string() }) })

const grant = (accessToken: string, memberId = '00000000-0000-4000-8000-00000000000a') => ({
  accessToken,
  memberId,
  expiresAt: '2026-11-20T00:15:00.000Z',
})
const another = '00000000-0000-4000-8000-00000000000b'
const expired = () => ours(null, { errno: 401, status: 401, errmsg: 'signed out' })
const isRefresh = (it: Asked) => it.url === '/wx/auth/refresh'
const tokenOf = (it: Asked) => it.headers['authorization']?.replace('Bearer ', '') ?? 'none'

/** A server that accepts one token and hands out the next one. */
function server(accepts: string, refresh: () => Response | Promise<Response>) {
  return fakeTransport((it) =>
    isRefresh(it)
      ? refresh()
      : tokenOf(it) === accepts || it.url.includes('home')
        ? ours({ token: tokenOf(it) })
        : expired(),
  )
}

const alone = <T>(_: string, work: () => Promise<T>) => work()

describe('a token that has run out', () => {
  test('is renewed, and the call made once more with the same key', async () => {
    const { transport, asked } = server('new', () => ours(grant('new')))
    const client = createClient(transport, alone)
    client.session.begin(grant('old'))
    expect(await client.callApi(write, {})).toEqual({ token: 'new' })
    expect(asked.map((it) => it.url)).toEqual(['/wx/save', '/wx/auth/refresh', '/wx/save'])
    expect(asked[2]!.headers['idempotency-key']).toBe(asked[0]!.headers['idempotency-key'])
  })

  test('is renewed once for all who wait', async () => {
    const gate = later<Response>()
    const { transport, asked } = server('new', () => gate.promise)
    const client = createClient(transport, alone)
    client.session.begin(grant('old'))
    const calls = [1, 2, 3, 4, 5].map((n) => client.callApi(read, { n }))
    gate.resolve(ours(grant('new')))
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ token: 'new' })))
    expect(asked.filter(isRefresh)).toHaveLength(1)
  })

  test('is not renewed again for one who learns of it late', async () => {
    const { transport, asked } = server('new', () => ours(grant('new')))
    const { session } = createClient(transport, alone)
    session.begin(grant('new'))
    expect(await session.refresh('old')).toBe('alive')
    expect(asked).toEqual([])
  })

  test('a member who was here before is given one before the first call', async () => {
    const { transport, asked } = server('new', () => ours(grant('new')))
    const client = createClient(transport, alone)
    client.session.expect()
    expect(await client.callApi(read, {})).toEqual({ token: 'new' })
    expect(asked.map((it) => it.url)).toEqual(['/wx/auth/refresh', '/wx/mine?version=1.0.709'])
  })

  test('a refresh whose answer was lost is simply asked for again', async () => {
    let lost = 0
    const { transport } = server('new', () => {
      if (lost++ === 0) throw new TypeError('Failed to fetch')
      return ours(grant('new'))
    })
    const client = createClient(transport, alone)
    client.session.begin(grant('old'))
    const told: unknown[] = []
    client.session.subscribe((memberId) => told.push(memberId))
    await expect(client.callApi(read, {})).rejects.toMatchObject({ kind: 'network' })
    expect(told, 'nobody is signed out by a lost answer').toEqual([])
    expect(await client.callApi(read, {})).toEqual({ token: 'new' })
  })
})

describe('a session that is over', () => {
  test('is told once, and the call fails with 401', async () => {
    const { transport } = server('never', expired)
    const client = createClient(transport, alone)
    const told: unknown[] = []
    client.session.begin(grant('old'))
    client.session.subscribe((memberId) => told.push(memberId))
    await expect(client.callApi(read, {})).rejects.toMatchObject({ errno: 401 })
    expect(told).toEqual([undefined])
    expect(client.session.token()).toBeUndefined()
  })

  test('is known to have been ended by the server, until somebody signs in; who leaves ends it themselves', async () => {
    const { transport } = server('none', expired)
    const { callApi, session } = createClient(transport, alone)
    session.begin(grant('old'))
    const told: unknown[] = []
    session.subscribe(() => told.push(session.ending()))
    await callApi(read, {}).catch(() => {})
    expect(told).toEqual(['expired'])
    session.begin(grant('new'))
    expect(session.ending()).toBeUndefined()
    session.end()
    expect(told).toEqual(['expired', undefined, undefined])
  })

  test('ends by the deletion of the account where the server says so', async () => {
    const gone = () => ours({ isAccountDeleted: true }, { errno: 401, status: 401, errmsg: 'signed out' })
    const { callApi, session } = createClient(server('none', gone).transport, alone)
    session.begin(grant('old'))
    await callApi(read, {}).catch(() => {})
    expect(session.ending()).toBe('accountDeleted')
  })

  test('a portal in the way of a refresh ends nothing', async () => {
    const { transport } = server('never', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    const client = createClient(transport, alone)
    client.session.begin(grant('old'))
    await expect(client.callApi(read, {})).rejects.toMatchObject({ kind: 'notOurs' })
    expect(client.session.token()).toBe('old')
  })

  test('where anyone may call, a visitor is answered', async () => {
    const { transport } = server('never', expired)
    const client = createClient(transport, alone)
    client.session.expect()
    expect(await client.callApi(open, {})).toEqual({ token: 'none' })
  })

  test('a fresh token that is refused as well ends the session instead of going round', async () => {
    const { transport, asked } = server('never', () => ours(grant('new')))
    const client = createClient(transport, alone)
    client.session.begin(grant('old'))
    await expect(client.callApi(read, {})).rejects.toMatchObject({ errno: 401 })
    expect(asked).toHaveLength(3)
    expect(client.session.token()).toBeUndefined()
  })
})

describe('another member', () => {
  test("has signed in meanwhile: the first one's call is not repeated with their token", async () => {
    const { transport, asked } = server('theirs', () => ours(grant('theirs', another)))
    const client = createClient(transport, alone)
    client.session.begin(grant('old'))
    await expect(client.callApi(write, {})).rejects.toMatchObject({ errno: 401 })
    expect(asked.filter((it) => tokenOf(it) === 'theirs')).toEqual([])
  })

  test('a call for one member is not sent with the token of another', async () => {
    const { transport, asked } = server('theirs', () => ours(grant('theirs', another)))
    const client = createClient(transport, alone)
    client.session.begin(grant('theirs', another))
    const failure = await client
      .callApi(write, {}, { memberId: grant('').memberId })
      .catch((it: unknown) => it as ApiError)
    expect(failure).toMatchObject({ errno: 401 })
    expect(asked).toEqual([])
  })
})

describe('a refresh under way', () => {
  /** A client whose refreshes are answered by hand, the earliest first. */
  function waiting() {
    const refreshes: PromiseWithResolvers<Response>[] = []
    const { transport, asked } = server('new', () => {
      const next = later<Response>()
      refreshes.push(next)
      return next.promise
    })
    const client = createClient(transport, alone)
    const told: unknown[] = []
    client.session.subscribe((memberId) => told.push(memberId))
    client.session.expect()
    return { ...client, asked, refreshes, told }
  }

  test('holds no call that was aborted', async () => {
    const { callApi, asked, refreshes } = waiting()
    const given = new AbortController()
    const call = callApi(write, {}, { signal: given.signal })
    const other = callApi(read, {})
    await vi.waitFor(() => expect(refreshes).toHaveLength(1))
    given.abort()
    await expect(call).rejects.toMatchObject({ kind: 'aborted' })
    await expect(callApi(write, {}, { signal: given.signal })).rejects.toMatchObject({ kind: 'aborted' })
    refreshes[0]!.resolve(ours(grant('new')))
    expect(await other).toEqual({ token: 'new' })
    expect(asked.filter((it) => it.url === '/wx/save')).toEqual([])
  })

  test.each([
    ['the member has signed out', ours(grant('new'))],
    ['the member has signed out, and is rejected', expired()],
  ])('that ends after %s neither begins nor ends a session', async (_, answer) => {
    const { callApi, session, refreshes, told } = waiting()
    const call = callApi(write, {}, { memberId: grant('').memberId })
    await vi.waitFor(() => expect(refreshes).toHaveLength(1))
    session.end()
    refreshes[0]!.resolve(answer)
    await expect(call).rejects.toMatchObject({ errno: 401 })
    expect([told, session.token(), session.ending()]).toEqual([[undefined], undefined, undefined])
  })

  test('is of one session: after a change of member the next call asks anew, and the earlier grant is dropped', async () => {
    const { callApi, session, refreshes, told } = waiting()
    const earlier = session.refresh(undefined)
    await vi.waitFor(() => expect(refreshes).toHaveLength(1))
    session.drop()
    session.expect()
    const call = callApi(read, {})
    await vi.waitFor(() => expect(refreshes).toHaveLength(2))
    refreshes[1]!.resolve(ours(grant('new', another)))
    expect(await call).toEqual({ token: 'new' })
    refreshes[0]!.resolve(ours(grant('late')))
    await earlier
    expect([told, session.token()]).toEqual([[another], 'new'])
  })

  test('that is rejected late does not end the session that a sign-in has begun', async () => {
    const { session, refreshes, told } = waiting()
    const earlier = session.refresh(undefined)
    await vi.waitFor(() => expect(refreshes).toHaveLength(1))
    session.begin(grant('new', another))
    refreshes[0]!.resolve(expired())
    await earlier
    expect([told, session.token()]).toEqual([[another], 'new'])
  })
})

test('after signing out no call asks for a token, not even for the member: the cookie may be alive', async () => {
  const { transport, asked } = server('new', () => ours(grant('new')))
  const { callApi, session } = createClient(transport, alone)
  session.begin(grant('old'))
  session.end()
  const { memberId } = grant('')
  await expect(callApi(write, {}, { memberId })).rejects.toMatchObject({ errno: 401 })
  expect(asked).toEqual([])
})
