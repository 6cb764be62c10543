import { expect, test, vi } from 'vitest'
import { answers, member, openCache, queryClient } from '#src/cache/cache.ts'
import { clearStored } from '#src/cache/clear-stored.ts'
import { lastScreenOf, saveLastScreen } from '#src/cache/last-screens.ts'
import { isPictureKept, pictureFor } from '#src/cache/pictures.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'

await vi.hoisted(async () => {
  const { syncStorageOf } = await import('#tests/support/fake-storage.ts')
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('window', { localStorage: syncStorageOf(), addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, getElementById: () => null })
})

openCache()

test('clearing saved pages leaves no answer, no last screen with its balances, and no picture', async () => {
  const store = fakeCaches()
  vi.stubGlobal('caches', store)
  const scope = 'https://app.example/'
  const screen = { route: '/pages/index/my', buildId: 'build', at: 0 }
  const parts = { stamp: 'A', page: {}, markup: '<b>USD 120.00</b>', styles: '' }
  await saveLastScreen(store, scope, { ...screen, ...parts })
  const picture = new Request(`${scope}wx/picture/ayu`)
  const png = async () => new Response('a picture', { headers: { 'content-type': 'image/png' } })
  await pictureFor(picture, store, png)
  await (await store.open('voltfolio-precache')).put(`${scope}index.html`, new Response('the app'))
  await answers.write({ hash: 'kept', key: ['user/info', {}], data: { name: 'Ayu' }, at: 0 })

  await clearStored()

  expect(await answers.facts()).toEqual([])
  expect(await lastScreenOf(store, scope, { ...screen, now: 1 })).toBeUndefined()
  expect(await isPictureKept(picture.url, store)).toBe(false)
  expect(await store.keys(), 'the app itself stays').toEqual(['voltfolio-precache'])
})

test('who signs in on the same device finds no boot cache of the member before, nor does it come back late', () => {
  vi.useFakeTimers()
  const kept = (id: string) => window.localStorage.getItem(`voltfolio-boot-${id}`)
  member.signIn('a')
  queryClient.setQueryData(['user/info', {}], { userInfo: { name: 'Ayu' } })
  vi.advanceTimersByTime(2000)
  expect(kept('a')).toContain('Ayu')
  queryClient.setQueryData(['user/info', {}], { userInfo: { name: 'Ayu', level: 2 } })
  member.signIn('b')
  expect(kept('a')).toBeNull()
  vi.advanceTimersByTime(2000)
  expect(kept('a')).toBeNull()
  vi.useRealTimers()
})
