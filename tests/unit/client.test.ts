import * as v from 'valibot'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { get, post } from '#protocol/call.ts'
import { whole } from '#protocol/primitives.ts'
import { ApiError, duplicateMessage, saysSignedOut } from '#src/api/api-error.ts'
import { createClient } from '#src/api/client.ts'
import { fakeTransport, later, ours } from '#tests/support/fake-transport.ts'

const read = get('thing/{id}/list', {
  who: 'anyone',
  args: v.object({ id: v.string(), kinds: v.optional(v.array(v.string())), limit: v.optional(whole(1, 10)) }),
  answer: v.object({ total: v.number() }),
})
const write = post('thing/save', { args: v.object({ name: v.string() }), answer: v.object({ id: v.string() }) })
const upload = post('thing/upload', {
  mostBodyBytes: 9,
  args: v.object({ name: v.string() }),
  answer: v.object({ id: v.string() }),
})

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const failure = await work.then(
    () => undefined,
    (it: unknown) => it,
  )
  expect(failure).toBeInstanceOf(ApiError)
  return failure as ApiError
}

const answered = (response: () => Response | Error) =>
  createClient(fakeTransport(response).transport).callApi(read, { id: '1' })
const json = { 'content-type': 'application/json', 'x-voltfolio': '1' }
/** A connection that breaks off in the middle of the body. */
const cut = () => {
  const started = new TextEncoder().encode('{"errno":0,"errm')
  const body = new ReadableStream({
    start: (it) => it.enqueue(started),
    pull: (it) => it.error(new TypeError('network error')),
  })
  return new Response(body, { headers: json })
}
const busy = (after: string) =>
  answered(() => ours(null, { errno: 429, status: 429, headers: { 'retry-after': after } }))
const hangs = (_: unknown, { signal }: RequestInit) =>
  new Promise<Response>((__, reject) => {
    const giveUp = () => reject(signal!.reason as Error)
    if (signal!.aborted) giveUp()
    signal!.addEventListener('abort', giveUp)
  })

describe('a request', () => {
  test('GET carries its arguments in path and query, with the version merged in', async () => {
    const { transport, asked } = fakeTransport(() => ours({ total: 3 }))
    await createClient(transport).callApi(read, { id: 'a/b', kinds: ['x', 'y'], limit: 5 })
    expect(asked[0]).toMatchObject({
      method: 'GET',
      url: '/wx/thing/a%2Fb/list?kinds=x%2Cy&limit=5&version=1.0.709',
      body: undefined,
    })
  })

  test('POST carries them in the body, with the version merged in', async () => {
    const { transport, asked } = fakeTransport(() => ours({ id: '1' }))
    await createClient(transport).callApi(write, { name: 'n' })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/wx/thing/save', body: { name: 'n', version: '1.0.709' } })
  })

  test('bytes are the body as they are; the arguments stand in the query', async () => {
    const { transport, asked } = fakeTransport(() => ours({ id: '1' }))
    const client = createClient(transport)
    client.session.begin({ memberId: 'A', accessToken: 'secret', expiresAt: '2026-11-20T00:15:00.000Z' })
    const body = new Uint8Array([1, 2, 255])
    await client.callApi(upload, { name: 'a b' }, { body })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/wx/thing/upload?name=a+b&version=1.0.709' })
    expect(asked[0]?.request.body).toBe(body)
  })

  test('says who speaks, in the headers of section 7', async () => {
    const { transport, asked } = fakeTransport(() => ours({ id: '1' }))
    const client = createClient(transport)
    client.session.begin({ memberId: 'A', accessToken: 'secret', expiresAt: '2026-11-20T00:15:00.000Z' })
    await client.callApi(write, { name: 'n' }, { key: 'key-1', sequence: 7 })
    expect(asked[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-app-type': 'h5',
      'x-app-version': '1.0.709',
      'x-app-version-code': '1709',
      'x-country': 'ID',
      'x-language': 'id',
      'x-device': 'device-1',
      'x-user-agent': 'test',
      authorization: 'Bearer secret',
      'idempotency-key': 'key-1',
      'x-sequence': '7',
    })
  })

  test('follows no redirect and sends the cookie only home', async () => {
    const { transport, asked } = fakeTransport(() => ours({ total: 1 }))
    await createClient(transport).callApi(read, { id: '1' })
    expect(asked[0]!.request).toMatchObject({ redirect: 'manual', credentials: 'same-origin' })
  })

  test('a writing call always has a key, a reading one never', async () => {
    const { transport, asked } = fakeTransport((it) => ours(it.method === 'GET' ? { total: 1 } : { id: '1' }))
    const client = createClient(transport)
    await client.callApi(write, { name: 'n' })
    await client.callApi(read, { id: '1' })
    expect(asked[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(asked[1]!.headers).not.toHaveProperty('idempotency-key')
  })

  test('wrong arguments never leave the device, and the field is named', async () => {
    const { transport, asked } = fakeTransport(() => ours({ total: 1 }))
    const failure = await failureOf(createClient(transport).callApi(read, { id: '1', limit: 99 }))
    expect(failure).toMatchObject({ kind: 'rejected', errno: 400 })
    expect(failure.message).toContain('limit')
    expect(asked).toEqual([])
  })
})

describe('an answer', () => {
  test('loses the fields that nobody declared', async () => {
    expect(await answered(() => ours({ total: 3, extra: true }))).toEqual({ total: 3 })
  })

  test("with an errno is refused with the server's words", async () => {
    expect(await failureOf(answered(() => ours(null, { errno: 1707, errmsg: 'already' })))).toMatchObject({
      kind: 'rejected',
      errno: 1707,
      http: 200,
      message: 'already',
    })
  })

  test('a status that contradicts its body is a failure, and signs nobody out', async () => {
    const failure = await failureOf(answered(() => ours({ total: 1 }, { status: 503 })))
    expect(failure).toMatchObject({ kind: 'rejected', errno: 500, http: 503 })
    expect(saysSignedOut(failure)).toBe(false)
  })

  test.each([201, 202, 206])('with HTTP %i is no success, whatever its body says', async (status) => {
    expect(await failureOf(answered(() => ours({ total: 1 }, { status })))).toMatchObject({
      kind: 'notOurs',
      http: status,
    })
  })

  test.each([
    ['an older server', { errCode: 501, errmsg: 'login expired' }, 200],
    ['an older server, in text', { errCode: '501' }, 200],
    ['a gateway', { code: 401, message: 'no' }, 401],
    ['a gateway that is closed', { code: 503 }, 503],
  ])('of %s that says the session is over is understood', async (_, body, status) => {
    const failure = await failureOf(answered(() => new Response(JSON.stringify(body), { status, headers: json })))
    expect(failure).toMatchObject({ kind: 'rejected', errno: 501, http: status })
    expect(saysSignedOut(failure)).toBe(true)
  })

  test('of neither is not ours: a code without a failed status, another errCode', async () => {
    for (const body of [{ code: 401 }, { errCode: 500 }, { code: 200, data: {} }, [], 7, null])
      expect((await failureOf(answered(() => new Response(JSON.stringify(body), { headers: json })))).kind).toBe(
        'notOurs',
      )
  })

  test('of another shape is unreadable', async () => {
    expect(await failureOf(answered(() => ours({ total: 'three' })))).toMatchObject({ kind: 'unreadable', errno: 0 })
  })

  test.each([
    ['a log-in page', () => new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } })],
    [
      'a page that calls itself ours',
      () => new Response('<html></html>', { headers: { 'content-type': 'text/html', 'x-voltfolio': '1' } }),
    ],
    [
      'JSON without our marker',
      () =>
        new Response('{"errno":0,"errmsg":"","data":{"total":1}}', { headers: { 'content-type': 'application/json' } }),
    ],
    [
      'another envelope',
      () => new Response('{"total":1}', { headers: { 'content-type': 'application/json', 'x-voltfolio': '1' } }),
    ],
  ])('that is %s is not ours', async (_, response) => {
    expect((await failureOf(answered(response))).kind).toBe('notOurs')
  })

  test("cut in the middle of its body is the network's fault", async () => {
    expect((await failureOf(answered(cut))).kind).toBe('network')
  })

  test('that came whole and is no JSON, as a proxy makes of an upload, is not ours, whatever its headers say', async () => {
    const failure = await failureOf(answered(() => new Response('too large', { status: 502, headers: json })))
    expect(failure).toMatchObject({ kind: 'notOurs', http: 502 })
    expect((await failureOf(answered(() => new Response('', { headers: json })))).kind).toBe('notOurs')
  })

  test("that never comes is the network's fault", async () => {
    expect((await failureOf(answered(() => new TypeError('Failed to fetch')))).kind).toBe('network')
  })

  test('says when to come back, in seconds or as a date', async () => {
    expect((await failureOf(busy('30'))).retryAfter).toBe(30_000)
    expect((await failureOf(busy('Fri, 20 Nov 2026 00:01:00 GMT'))).retryAfter).toBe(60_000)
    expect((await failureOf(busy('soon'))).retryAfter).toBeUndefined()
  })

  test('that takes longer than the time-out fails, and so does one nobody waits for', async () => {
    const slow = new AbortController()
    const { transport } = fakeTransport(() => ours({}), { fetch: hangs, timeout: () => slow.signal })
    const waiting = createClient(transport).callApi(read, { id: '1' })
    slow.abort()
    expect((await failureOf(waiting)).kind).toBe('timeout')

    const given = new AbortController()
    const abandoned = createClient(fakeTransport(() => ours({}), { fetch: hangs }).transport).callApi(
      read,
      { id: '1' },
      { signal: given.signal },
    )
    given.abort()
    expect((await failureOf(abandoned)).kind).toBe('aborted')
  })
})

describe('the same request twice', () => {
  test("in flight: the second fails with the specification's words", async () => {
    const first = later<Response>()
    const { transport, asked } = fakeTransport(() => first.promise)
    const { callApi } = createClient(transport)
    const one = callApi(read, { id: '1' })
    const failure = await failureOf(callApi(read, { id: '1' }))
    expect(failure).toMatchObject({ kind: 'aborted', message: duplicateMessage })
    first.resolve(ours({ total: 1 }))
    expect(await one).toEqual({ total: 1 })
    expect(asked).toHaveLength(1)
  })

  test('one after the other, or with other arguments, both pass', async () => {
    const { transport, asked } = fakeTransport(() => ours({ total: 1 }))
    const { callApi } = createClient(transport)
    await Promise.all([callApi(read, { id: '1' }), callApi(read, { id: '2' })])
    await callApi(read, { id: '1' })
    expect(asked).toHaveLength(3)
  })

  test('an aborted one makes room for its successor at once', async () => {
    const given = new AbortController()
    const { transport, asked } = fakeTransport((_, count) =>
      count === 1 ? later<Response>().promise : ours({ total: 2 }),
    )
    const { callApi } = createClient(transport)
    void callApi(read, { id: '1' }, { signal: given.signal }).catch(() => {})
    given.abort()
    expect(await callApi(read, { id: '1' })).toEqual({ total: 2 })
    expect(asked).toHaveLength(2)
  })
})

describe('a file of the program that the first call needs', () => {
  afterEach(() => {
    vi.doUnmock('#src/api/requesting.ts')
  })

  test('is no network while it fails, and loaded by the next call', async () => {
    vi.doMock('#src/api/requesting.ts', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const client = createClient(fakeTransport(() => ours({ total: 1 })).transport)
    const outcomes: unknown[] = []
    client.onOutcome((it) => outcomes.push(it))
    const failure = await failureOf(client.callApi(read, { id: '1' }))
    expect(failure.kind).toBe('network')
    expect(outcomes).toEqual([failure])
    vi.doUnmock('#src/api/requesting.ts')
    expect(await client.callApi(read, { id: '1' })).toEqual({ total: 1 })
    expect(outcomes).toEqual([failure, undefined])
  })

  test('is a delay of the server while it does not come', async () => {
    const file = later<object>()
    vi.doMock('#src/api/requesting.ts', () => file.promise)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const client = createClient(fakeTransport(() => ours({ total: 1 })).transport)
    client.callApi(read, { id: '1' }).catch(() => {})
    await vi.advanceTimersByTimeAsync(3000)
    expect(client.responseDelay.getSnapshot()).toBe('waiting')
    file.resolve({})
  })
})
