import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { get, post } from '#protocol/call.ts'
import { mostReads } from '#protocol/reads.ts'
import { createClient } from '#src/api/client.ts'
import { fakeTransport, later, ours, type Asked } from '#tests/support/fake-transport.ts'

const Id = v.object({ id: v.string() })
const thing = get('thing/info', { who: 'anyone', args: Id, answer: Id })
const placed = get('thing/{id}', { who: 'anyone', args: Id, answer: Id })
const write = post('thing/save', { args: Id, answer: Id })

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
})

/** Answers every read with its own id; `bad` is rejected. */
function server({ reads }: { reads?: (asked: Asked) => Response } = {}) {
  const { transport, asked } = fakeTransport((it) => {
    if (it.url === '/wx/reads') return reads ? reads(it) : ours(addressesOf(it).map(replyTo))
    return ours({ id: it.method === 'GET' ? idOf(it.url) : it.body?.['id'] })
  })
  return { client: createClient(transport), asked }
}

const addressesOf = (asked: Asked) => asked.body!['reads'] as string[]
const idOf = (address: string) => new URLSearchParams(address.split('?')[1]).get('id')

function replyTo(address: string) {
  const id = idOf(address)
  return id === 'bad'
    ? { http: 200, errno: 1404, errmsg: 'gone', data: null }
    : { http: 200, errno: 0, errmsg: '', data: { id, extra: true } }
}

async function all<T>(work: readonly Promise<T>[]): Promise<PromiseSettledResult<T>[]> {
  const settled = Promise.allSettled(work)
  const state = { isOver: false }
  void settled.then(() => (state.isOver = true))
  while (!state.isOver) await vi.advanceTimersByTimeAsync(5)
  return await settled
}

const ask = (client: ReturnType<typeof server>['client'], ids: readonly string[]) =>
  all(ids.map((id) => client.callApi(thing, { id }, { mayWait: true })))

test('reads of one moment go together; each gets its own answer or rejection', async () => {
  const { client, asked } = server()
  expect(await ask(client, ['a', 'bad', 'c'])).toMatchObject([
    { value: { id: 'a' } },
    { reason: { kind: 'rejected', errno: 1404, message: 'gone' } },
    { value: { id: 'c' } },
  ])
  expect(asked.map((it) => it.url)).toEqual(['/wx/reads'])
  expect(addressesOf(asked[0]!).map((it) => it.replace(/&version=.*/, ''))).toEqual([
    'thing/info?id=a',
    'thing/info?id=bad',
    'thing/info?id=c',
  ])
})

test('no request has more than its share', async () => {
  const { client, asked } = server()
  const ids = Array.from({ length: mostReads + 3 }, (_, number) => `${number}`)
  expect((await ask(client, ids)).map((it) => it.status === 'fulfilled' && it.value.id)).toEqual(ids)
  expect(asked.map((it) => addressesOf(it).length)).toEqual([mostReads, 3])
})

test('one alone, a write, a path with a name in it and what somebody waits for go as they are', async () => {
  const { client, asked } = server()
  await ask(client, ['a'])
  await all([
    client.callApi(thing, { id: 'b' }),
    client.callApi(placed, { id: 'c' }, { mayWait: true }),
    client.callApi(write, { id: 'd' }, { mayWait: true }),
  ])
  expect(asked.map((it) => it.url.split('?')[0]).toSorted()).toEqual([
    '/wx/thing/c',
    '/wx/thing/info',
    '/wx/thing/info',
    '/wx/thing/save',
  ])
})

test('a server that does not know it is asked for each alone', async () => {
  const { client, asked } = server({ reads: () => ours(null, { errno: 404, errmsg: 'unknown', status: 404 }) })
  expect(await ask(client, ['a', 'b'])).toMatchObject([{ value: { id: 'a' } }, { value: { id: 'b' } }])
  expect(asked).toHaveLength(3)
})

test('what fails as a whole fails for each, and wrong answers are nobody’s', async () => {
  const busy = server({ reads: () => ours(null, { errno: 429, status: 429, headers: { 'retry-after': '3' } }) })
  expect(await ask(busy.client, ['a', 'b'])).toMatchObject(
    [1, 2].map(() => ({ reason: { kind: 'rejected', http: 429, retryAfter: 3000 } })),
  )
  const short = server({ reads: (it) => ours(addressesOf(it).slice(1).map(replyTo)) })
  expect(await ask(short.client, ['a', 'b'])).toMatchObject([1, 2].map(() => ({ reason: { kind: 'unreadable' } })))
})

test('what was given up on the way is nobody’s: another member may be signed in when its answer comes', async () => {
  const answer = later<Response>()
  const { transport } = fakeTransport(() => answer.promise)
  const client = createClient(transport)
  const controller = new AbortController()
  const given = client.callApi(thing, { id: 'a' }, { mayWait: true, signal: controller.signal })
  const kept = client.callApi(thing, { id: 'b' }, { mayWait: true })
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(20)
  controller.abort()
  await expect(given).rejects.toMatchObject({ kind: 'aborted' })
  answer.resolve(ours(['thing/info?id=a', 'thing/info?id=b'].map(replyTo)))
  expect(await all([kept])).toMatchObject([{ value: { id: 'b' } }])
})

test('what was given up before is not asked for', async () => {
  const { client, asked } = server()
  const controller = new AbortController()
  controller.abort()
  const results = await all([
    client.callApi(thing, { id: 'a' }, { mayWait: true, signal: controller.signal }),
    client.callApi(thing, { id: 'b' }, { mayWait: true }),
  ])
  expect(results).toMatchObject([{ reason: { kind: 'aborted' } }, { value: { id: 'b' } }])
  expect(asked.map((it) => it.url.split('?')[0])).toEqual(['/wx/thing/info'])
})

test('a session that is over is not tried again without its token where a member’s read is among them', async () => {
  const { transport, asked } = fakeTransport(() => ours(null, { errno: 401, status: 401 }))
  const client = createClient(transport)
  client.session.begin({ memberId: 'A', accessToken: 'secret', expiresAt: '2026-11-20T00:15:00.000Z' })
  const own = get('own/info', { args: Id, answer: Id })
  const results = await all([
    client.callApi(thing, { id: 'a' }, { mayWait: true }),
    client.callApi(own, { id: 'b' }, { mayWait: true }),
  ])
  expect(results).toMatchObject([1, 2].map(() => ({ reason: { kind: 'rejected', errno: 401 } })))
  expect(asked.map((it) => it.url)).toEqual(['/wx/reads', '/wx/auth/refresh'])
})
