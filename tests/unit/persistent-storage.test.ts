import { beforeEach, expect, test, vi } from 'vitest'

await vi.hoisted(async () => {
  const { syncStorageOf } = await import('#tests/support/fake-storage.ts')
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  const page = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('window', { ...page, localStorage: syncStorageOf() })
  vi.stubGlobal('document', { ...page, getElementById: () => null })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no route')))
})

const memberId = '00000000-0000-4000-8000-00000000000a'

/** A browser that has promised nothing yet, unless told otherwise, and grants every request. */
function browser({ isPersisted = false } = {}) {
  const persist = vi.fn<() => Promise<boolean>>(async () => true)
  vi.stubGlobal('navigator', { language: 'en', storage: { persisted: async () => isPersisted, persist } })
  return persist
}

// What was asked once is kept in a module.
beforeEach(() => vi.resetModules())

test('opening the app and the outbox of a member asks for no persistent storage', async () => {
  const persist = browser()
  const { member, openCache } = await import('#src/cache/cache.ts')
  const { currentOutbox, startOutbox } = await import('#src/outbox/current-outbox.ts')
  openCache()
  member.signIn(memberId)
  startOutbox()
  await (await currentOutbox())?.drain(true)
  expect(persist).not.toHaveBeenCalled()
})

test('the first saved command asks for it, and no later one does', async () => {
  const persist = browser()
  const { afterSaving } = await import('#src/outbox/current-outbox.ts')
  afterSaving()
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce())
  afterSaving()
  await new Promise((later) => setTimeout(later, 20))
  expect(persist).toHaveBeenCalledOnce()
})

test('where the browser has promised it already, or knows no such promise, nobody is asked', async () => {
  const persist = browser({ isPersisted: true })
  const { askToPersist } = await import('#src/outbox/triggers.ts')
  await askToPersist()
  expect(persist).not.toHaveBeenCalled()
  vi.resetModules()
  vi.stubGlobal('navigator', { language: 'en' })
  const { askToPersist: asks } = await import('#src/outbox/triggers.ts')
  await expect(asks()).resolves.toBeUndefined()
})
