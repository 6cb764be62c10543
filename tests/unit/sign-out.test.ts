import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi, type Mock } from 'vitest'
import { gameSign } from '#protocol/rewards.ts'
import { session } from '#src/api/api.ts'
import { answers, member, openCache, queryClient, signedInId, visitorConnection } from '#src/cache/cache.ts'
import { appliedBeforeLoss, storageLost } from '#src/cache/settle-cache.ts'
import { createMember, memberKey } from '#src/cache/member.ts'
import { saveLastScreen } from '#src/cache/last-screens.ts'
import { pictureFor } from '#src/cache/pictures.ts'
import { createAnswerCache } from '#src/cache/persistent/answer-cache.ts'
import { connectionTo } from '#src/cache/storage/databases.ts'
import { offlineStatus } from '#src/cache/prefetch/offline-status.ts'
import { readMeta, writeMeta } from '#src/cache/storage/meta.ts'
import { noteLossTold, untoldLoss } from '#src/cache/storage/sentinel.ts'
import { memberName } from '#src/cache/storage/names.ts'
import { systemClock } from '#src/lib/clock.ts'
import { currentOutbox, startOutbox } from '#src/outbox/current-outbox.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { followSessionEnd } from '#src/outbox/session-end.ts'
import { settleSignOut, signOut } from '#src/outbox/sign-out.ts'
import { commandLike } from '#tests/support/command-like.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'
import { fakeTransport, later, ours } from '#tests/support/fake-transport.ts'

const page = await vi.hoisted(async () => {
  const { syncStorageOf } = await import('#tests/support/fake-storage.ts')
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  const localStorage = syncStorageOf()
  const listeners = new Map<string, (event: unknown) => void>()
  const listen = (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener)
  vi.stubGlobal('window', { localStorage, addEventListener: listen, removeEventListener() {} })
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, getElementById: () => null })
  return { localStorage, tell: (type: string, event: unknown) => listeners.get(type)?.(event) }
})

const memberId = '00000000-0000-4000-8000-00000000000a'
const grant = () => ours({ accessToken: 'new', memberId, expiresAt: '2026-11-20T00:15:00.000Z' })
const storage = createDexieStorage(connectionTo(memberName(memberId)), memberId)
const limit = new AbortController()
vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 5000 ? limit.signal : new AbortController().signal))

/** A start with a member signed in and a command that waits; refreshes and sign-outs are answered by hand. */
async function start() {
  const [refresh, logout] = [later<Response>(), later<Response>()]
  const { transport, asked } = fakeTransport(({ url }) => {
    if (url === '/wx/auth/refresh') return refresh.promise
    return url === '/wx/auth/logout' ? logout.promise : new TypeError('no route')
  })
  vi.stubGlobal('fetch', transport.fetch)
  member.signIn(memberId)
  session.expect()
  await storage.append(undefined, (seq) => commandLike({ uid: memberId, seq, call: gameSign.path }))
  const urls = () => asked.map((it) => it.url)
  void (await currentOutbox())?.drain(true)
  await vi.waitFor(() => expect(urls()).toContain('/wx/auth/refresh'))
  return { refresh, logout, urls }
}

openCache()
startOutbox()
followSessionEnd()

beforeEach(async () => {
  session.end()
  await storage.setSuspended(false)
  await storage.remove((await storage.rows()).map(({ id }) => id))
})

afterEach(() => {
  vi.useRealTimers()
})

test('ends the session where storage never answers', async () => {
  const { refresh, logout } = await start()
  refresh.resolve(grant())
  await vi.waitFor(() => expect(session.memberId()).toBe(memberId))
  const silent = vi.spyOn((await currentOutbox())!, 'suspend')
  ;(silent as Mock).mockReturnValue(later<never>().promise)
  vi.stubGlobal('caches', { delete: () => later<never>().promise })
  onTestFinished(() => {
    silent.mockRestore()
    vi.stubGlobal('caches', undefined)
  })
  logout.resolve(ours({}))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const leaving = signOut()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(signedInId()).toBeUndefined()
  expect(await leaving).toBe(0)
})

test('leaves neither pictures nor last screens for whoever is next', async () => {
  const { refresh, logout } = await start()
  refresh.resolve(grant())
  await vi.waitFor(() => expect(session.memberId()).toBe(memberId))
  const [store, scope] = [fakeCaches(), 'https://app.example/']
  vi.stubGlobal('caches', store)
  onTestFinished(() => void vi.stubGlobal('caches', undefined))
  const png = async () => new Response('a picture', { headers: { 'content-type': 'image/png' } })
  await pictureFor(new Request(`${scope}wx/picture/ayu`), store, png)
  const screen = { route: '/pages/index/my', stamp: memberId, buildId: 'build', at: 0, page: {}, styles: '' }
  await saveLastScreen(store, scope, { ...screen, markup: '<b>USD 120.00</b>' })
  expect(await store.keys()).toHaveLength(2)
  logout.resolve(ours({}))
  await signOut()
  expect(await store.keys()).toEqual([])
})

test('clears answers that come while the server is being told', async () => {
  const { refresh, logout, urls } = await start()
  refresh.resolve(grant())
  await vi.waitFor(() => expect(session.memberId()).toBe(memberId))
  const leaving = signOut()
  await vi.waitFor(() => expect(urls()).toContain('/wx/auth/logout'))
  await answers.write({ hash: 'late', key: ['user/info', {}], data: { name: 'Ayu' }, at: systemClock.now() })
  logout.resolve(ours({}))
  await leaving
  const kept = createAnswerCache(() => connectionTo(memberName(memberId)), systemClock)
  expect(await kept.facts()).toEqual([])
})

describe('an app that is closed in the middle of a sign-out', () => {
  const nextStart = () => createMember(page.localStorage).getSnapshot()?.isSignedIn

  test('starts signed out, also where a token came meanwhile or something was noted of the member', async () => {
    const { refresh, logout, urls } = await start()
    expect(nextStart()).toBe(true)
    const leaving = signOut()
    expect(nextStart(), 'at once').toBe(false)
    expect(signedInId(), 'the page stays what it is until the end').toBe(memberId)
    await vi.waitFor(async () => expect(await storage.isSuspended()).toBe(true))
    refresh.resolve(grant())
    await vi.waitFor(() => expect(urls()).toContain('/wx/auth/logout'))
    expect(session.memberId()).toBe(memberId)
    member.noteDatabase('another')
    expect(nextStart()).toBe(false)
    expect(await readMeta(visitorConnection(), 'sign-out-owed')).toBe(memberId)
    logout.resolve(ours({}))
    await leaving
    expect(await readMeta(visitorConnection(), 'sign-out-owed'), 'the server was told').toBeUndefined()
    member.signIn(memberId)
    expect(nextStart(), 'who signs in again is signed in').toBe(true)
  })

  test('tells the server at the next start, and leaves nothing to read', async () => {
    const { transport, asked } = fakeTransport(() => ours({}))
    vi.stubGlobal('fetch', transport.fetch)
    const kept = createAnswerCache(() => connectionTo(memberName(memberId)), systemClock)
    await kept.write({ hash: 'own', key: ['user/info', {}], data: { name: 'Ayu' }, at: systemClock.now() })
    vi.stubGlobal('localStorage', page.localStorage)
    onTestFinished(() => void vi.stubGlobal('localStorage', undefined))
    page.localStorage.setItem(`voltfolio-boot-${memberId}`, 'Ayu')
    await writeMeta(visitorConnection(), 'sign-out-owed', memberId)
    await settleSignOut()
    expect(asked.map((it) => it.url)).toEqual(['/wx/auth/logout'])
    expect(await kept.facts()).toEqual([])
    expect(page.localStorage.getItem(`voltfolio-boot-${memberId}`)).toBeNull()
  })
})

test('a session that was ended from afar leaves nothing to read, and unsent commands', async () => {
  const { refresh } = await start()
  const kept = createAnswerCache(() => connectionTo(memberName(memberId)), systemClock)
  await kept.write({ hash: 'own', key: ['user/info', {}], data: { name: 'Ayu' }, at: systemClock.now() })
  const [store, scope] = [fakeCaches(), 'https://app.example/']
  vi.stubGlobal('caches', store)
  onTestFinished(() => void vi.stubGlobal('caches', undefined))
  const screen = { route: '/pages/index/my', stamp: memberId, buildId: 'build', at: 0, page: {}, styles: '' }
  await saveLastScreen(store, scope, { ...screen, markup: '<b>USD 120.00</b>' })
  refresh.resolve(ours(null, { errno: 401, status: 401 }))
  await vi.waitFor(async () => expect(await kept.facts()).toEqual([]))
  await vi.waitFor(async () => expect(await store.keys()).toEqual([]))
  expect(signedInId()).toBeUndefined()
  expect(await storage.rows()).toHaveLength(1)
})

test('leaves alone whoever signs in while the server is being told that a deleted account is left', async () => {
  const { refresh, logout, urls } = await start()
  refresh.resolve(grant())
  await vi.waitFor(() => expect(session.memberId()).toBe(memberId))
  vi.stubGlobal('localStorage', page.localStorage)
  onTestFinished(() => void vi.stubGlobal('localStorage', undefined))
  session.end('accountDeleted')
  await vi.waitFor(() => expect(urls()).toContain('/wx/auth/logout'))
  const next = '00000000-0000-4000-8000-00000000000b'
  session.begin({ accessToken: 'new', expiresAt: '2026-11-20T00:15:00.000Z', memberId: next })
  const owed = () => readMeta(visitorConnection(), 'sign-out-owed')
  expect(await owed()).toBe(memberId)
  logout.resolve(ours({}))
  await vi.waitFor(async () => expect(await owed()).toBeUndefined())
  await vi.waitFor(() => expect(page.localStorage.getItem('voltfolio-end-owed')).toBeNull())
  expect([signedInId(), session.memberId()]).toEqual([next, next])
  expect(createMember(page.localStorage).getSnapshot()).toMatchObject({ memberId: next, isSignedIn: true })
})

describe('an app that is closed as it learns that a session has ended', () => {
  const other = '00000000-0000-4000-8000-00000000000b'
  const owed = () => page.localStorage.getItem('voltfolio-end-owed')
  const kept = createAnswerCache(() => connectionTo(memberName(memberId)), systemClock)

  /** What the app before has left: an answer, a command that waits, and a note of the end. */
  async function closedBefore(ending: string) {
    vi.stubGlobal('localStorage', page.localStorage)
    onTestFinished(() => void vi.stubGlobal('localStorage', undefined))
    vi.stubGlobal('fetch', fakeTransport(() => ours({})).transport.fetch)
    await kept.write({ hash: 'own', key: ['user/info', {}], data: { name: 'Ayu' }, at: systemClock.now() })
    await storage.append(undefined, (seq) => commandLike({ uid: memberId, seq, call: gameSign.path }))
    page.localStorage.setItem('voltfolio-end-owed', `${ending} ${memberId}`)
  }

  test('notes whose it was at once', () => {
    vi.stubGlobal('localStorage', page.localStorage)
    onTestFinished(() => void vi.stubGlobal('localStorage', undefined))
    member.signIn(memberId)
    session.end('accountDeleted')
    expect(owed()).toBe(`accountDeleted ${memberId}`)
  })

  test.each([memberId, other])(
    'erases a deleted account at the next start, if %s was the last one here',
    async (last) => {
      await closedBefore('accountDeleted')
      member.signIn(last)
      if (last === memberId) member.signOut()
      followSessionEnd()
      await vi.waitFor(() => expect(owed()).toBeNull())
      expect(await kept.facts()).toEqual([])
      expect(await storage.rows()).toEqual([])
      expect(signedInId()).toBe(last === memberId ? undefined : other)
    },
  )

  test('forgets what was read of a member who was signed out from afar, and keeps what is unsent', async () => {
    await closedBefore('expired')
    member.signOut()
    followSessionEnd()
    await vi.waitFor(() => expect(owed()).toBeNull())
    expect(await kept.facts()).toEqual([])
    expect(await storage.rows()).toHaveLength(1)
  })

  test('leaves what a member reads who has signed in again', async () => {
    await closedBefore('expired')
    member.signIn(memberId)
    followSessionEnd()
    expect(owed()).toBeNull()
    expect(await kept.facts()).toHaveLength(1)
  })
})

describe('signing out while a token is being renewed', () => {
  test('leaves the outbox suspended where the token comes before the end', async () => {
    const { refresh, logout, urls } = await start()
    const leaving = signOut()
    await vi.waitFor(async () => expect(await storage.isSuspended()).toBe(true))
    refresh.resolve(grant())
    await vi.waitFor(async () => expect(await storage.isSuspended()).toBe(false))
    await vi.waitFor(() => expect(urls()).toContain('/wx/auth/logout'))
    logout.resolve(ours({}))
    await leaving
    expect(await storage.isSuspended()).toBe(true)
    expect(signedInId()).toBeUndefined()
  })

  test('ends after its limit, and the token that comes then signs nobody in and sends nothing', async () => {
    const { refresh, logout, urls } = await start()
    const leaving = signOut()
    await vi.waitFor(async () => expect(await storage.isSuspended()).toBe(true))
    limit.abort()
    expect(await leaving).toBe(1)
    refresh.resolve(grant())
    await currentOutbox()?.then((outbox) => outbox.drain(true))
    expect([signedInId(), session.memberId(), await storage.isSuspended()]).toEqual([undefined, undefined, true])
    expect(new Set(urls()), 'only the token was asked for').toEqual(new Set(['/wx/auth/refresh']))
    logout.resolve(ours({}))
    await settleSignOut()
    expect(urls(), 'the server is told at the next start').toContain('/wx/auth/logout')
  })
})

test('what another tab notes of the same member leaves a refresh under way', async () => {
  const { refresh } = await start()
  const noted = { memberId, isSignedIn: true, known: [memberId, 'another'] }
  page.localStorage.setItem(memberKey, JSON.stringify(noted))
  page.tell('storage', { key: memberKey })
  refresh.resolve(grant())
  await vi.waitFor(() => expect(session.memberId()).toBe(memberId))
})

test('a sign-out in another tab takes the boot cache of the member, also what this tab had yet to write, and no visitor’s', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  session.begin({ accessToken: 'new', expiresAt: '2026-11-20T00:15:00.000Z', memberId })
  const kept = (whose: string) => page.localStorage.getItem(`voltfolio-boot-${whose}`)
  const answer = (data: object) => {
    queryClient.setQueryData(['user/info', {}], data)
    vi.advanceTimersByTime(2000)
  }
  answer({ userInfo: { name: 'Ayu' } })
  expect(kept(memberId)).toContain('Ayu')
  queryClient.setQueryData(['user/info', {}], { userInfo: { name: 'Ayu', level: 2 } })
  page.localStorage.removeItem(`voltfolio-boot-${memberId}`)
  page.localStorage.setItem(memberKey, JSON.stringify({ memberId, isSignedIn: false, known: [memberId] }))
  page.tell('storage', { key: memberKey })
  answer({ userInfo: { name: 'nobody' } })
  expect(kept(memberId)).toBeNull()
  expect(kept('visitor')).toContain('nobody')
})

test('a loss of storage is told to the member whose it was, and to no other', async () => {
  const next = { accessToken: 'new', expiresAt: '2026-11-20T00:15:00.000Z' }
  const connection = connectionTo(memberName(memberId))
  await writeMeta(connection, untoldLoss, '2026-11-20T00:00:00.000Z')
  onTestFinished(() => noteLossTold(connection))
  session.begin({ ...next, memberId })
  await vi.waitFor(() => expect(storageLost.getSnapshot()).toBe(true))
  appliedBeforeLoss.set(3)
  offlineStatus.set({ done: 9, total: 9, state: 'done', isFirst: false })
  session.begin({ ...next, memberId: '00000000-0000-4000-8000-00000000000b' })
  expect([storageLost.getSnapshot(), appliedBeforeLoss.getSnapshot()]).toEqual([false, undefined])
  expect(offlineStatus.getSnapshot()).toMatchObject({ done: 0, state: 'idle' })
  session.end()
  session.begin({ ...next, memberId })
  await vi.waitFor(() => expect(storageLost.getSnapshot()).toBe(true))
  session.end()
  expect(storageLost.getSnapshot()).toBe(false)
  session.begin({ ...next, memberId })
  await vi.waitFor(() => expect(storageLost.getSnapshot()).toBe(true))
})

test('forgets what the server has answered, and keeps what waits', async () => {
  const { refresh, logout } = await start()
  refresh.resolve(grant())
  await vi.waitFor(() => expect(session.memberId()).toBe(memberId))
  const reply = { errno: 0, message: '', data: { won: 5 } }
  await storage.append(undefined, (seq) =>
    commandLike({ uid: memberId, seq, id: 'told', state: 'applied', reply, settledAt: systemClock.now() }),
  )
  logout.resolve(ours({}))
  expect(await signOut()).toBe(1)
  expect((await storage.rows()).map((it) => it.id)).not.toContain('told')
  expect(await storage.rows()).toHaveLength(1)
})
