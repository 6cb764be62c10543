import { beforeEach, expect, test, vi } from 'vitest'
import { recordAdd } from '#protocol/settings.ts'
import { member } from '#src/cache/cache.ts'
import { connectionTo } from '#src/cache/storage/databases.ts'
import { memberName } from '#src/cache/storage/names.ts'
import type { State } from '#src/outbox/command.ts'
import { commands } from '#src/outbox/current-commands.ts'
import { currentOutbox } from '#src/outbox/current-outbox.ts'
import { createDexieStorage } from '#src/outbox/dexie-storage.ts'
import { agreeToUsage, noteUse, usageConsent } from '#src/outbox/usage.ts'
import { commandLike } from '#tests/support/command-like.ts'

const page = await vi.hoisted(async () => {
  const { syncStorageOf } = await import('#tests/support/fake-storage.ts')
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  const localStorage = syncStorageOf()
  vi.stubGlobal('localStorage', localStorage)
  const events = new EventTarget()
  const page = {
    localStorage,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener)
  vi.stubGlobal('removeEventListener', page.removeEventListener)
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  return { localStorage, tell: (type: string) => events.dispatchEvent(new Event(type)) }
})

const memberId = '00000000-0000-4000-8000-00000000000a'
const storage = createDexieStorage(connectionTo(memberName(memberId)), memberId)

/** Opens a page of the sitemap more than an hour after the first one was counted. */
function openPageWhenDue() {
  page.localStorage.setItem('voltfolio-uses', '{"since":1,"counts":{"/pages/my/set":2}}')
  noteUse('/pages/my/set')
}

beforeEach(async () => {
  page.localStorage.kept.clear()
  member.signIn(memberId)
  await storage.remove((await storage.rows()).map(({ id }) => id))
})

test('counts that were tried without a network are forgotten with the consent', async () => {
  await agreeToUsage(true)
  openPageWhenDue()
  await vi.waitFor(() => expect(commands.getSnapshot()).toMatchObject([{ call: recordAdd.path, attempt: 1 }]))
  await agreeToUsage(false)
  expect(await storage.rows()).toEqual([])
})

test('taking the consent back forgets counts in every state, and nothing else', async () => {
  await agreeToUsage(true)
  const states: State[] = ['queued', 'inflight', 'awaitingSignIn', 'needsUpdate', 'quarantined', 'lost']
  const others = [commandLike({ id: 'other', state: 'awaitingSignIn' }), commandLike({ id: 'sent', state: 'applied' })]
  for (const row of [
    ...states.map((state) => commandLike({ id: state, state, call: recordAdd.path, attempt: 1 })),
    { ...others[0]! },
    { ...others[1]!, call: recordAdd.path },
  ])
    await storage.append(undefined, (seq) => ({ ...row, uid: memberId, minCode: 1_000_000, seq }))
  await (await currentOutbox())!.drain()
  await vi.waitFor(() => expect(commands.getSnapshot()).toHaveLength(8))
  await agreeToUsage(false)
  expect((await storage.rows()).map(({ id }) => id)).toEqual(['other', 'sent'])
})

test('a tab neither counts nor sends after the consent was taken back in another one, and says so', async () => {
  await agreeToUsage(true)
  const told = vi.fn<() => void>()
  const stop = usageConsent.subscribe(told)
  page.localStorage.removeItem('voltfolio-usage')
  page.tell('storage')
  expect([usageConsent.getSnapshot(), told.mock.calls.length]).toEqual([false, 1])
  stop()
  noteUse('/pages/my/set')
  expect(page.localStorage.getItem('voltfolio-uses')).toBeNull()
  openPageWhenDue()
  await currentOutbox()
  expect(await storage.rows()).toEqual([])
})
