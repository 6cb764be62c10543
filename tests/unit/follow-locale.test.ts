import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/cache.ts'
import { commands } from '#src/outbox/current-commands.ts'
import { followLocale } from '#src/shell/follow-locale.ts'
import { chooseLocale, firstTexts, locale, rereadLocale } from '#src/shell/locale.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'

const listeners: ((event: { key: string | null }) => void)[] = []
vi.stubGlobal('addEventListener', (_: string, listener: (event: { key: string | null }) => void) => {
  listeners.push(listener)
})
vi.stubGlobal('document', { documentElement: {} })
for (const language of Object.keys(firstTexts)) firstTexts[language] = () => Promise.resolve({ messages: {} })
commands.set([])
followLocale()

beforeEach(async () => {
  vi.stubGlobal('localStorage', syncStorageOf())
  // A device on which nobody has chosen anything.
  locale.set({ language: 'en', hasChosenLanguage: false, country: 'ID' })
  await rereadLocale()
})
afterEach(() => queryClient.clear())

/** A member signs in whose profile says this; resolves with what the device speaks then. */
async function signIn(memberId: string, language: string, country: string): Promise<(string | undefined)[]> {
  queryClient.setQueryData(['user/info', {}], { userInfo: { memberId, language, country } })
  await vi.waitFor(() => expect(localStorage.getItem('voltfolio-locale-followed')).toContain(memberId))
  return spoken()
}

const spoken = () => [locale.getSnapshot().language, locale.getSnapshot().chosenCountry]

test('on a shared phone each member has their own language and country, however often they take turns', async () => {
  expect(await signIn('ayu', 'th', 'TH')).toEqual(['th', 'TH'])
  expect(await signIn('budi', 'vi', 'VN')).toEqual(['vi', 'VN'])
  expect(await signIn('ayu', 'th', 'TH')).toEqual(['th', 'TH'])
})

test('a language chosen by hand on this device stays, also for who signs in next; the country is theirs', async () => {
  await signIn('ayu', 'th', 'TH')
  await chooseLocale({ language: 'ar' })
  expect(await signIn('budi', 'vi', 'VN')).toEqual(['ar', 'VN'])
})

test('a language chosen by hand is by hand again where it is the followed one of before', async () => {
  await signIn('ayu', 'th', 'TH')
  await chooseLocale({ language: 'ar' })
  await chooseLocale({ language: 'th' })
  expect(await signIn('budi', 'vi', 'VN')).toEqual(['th', 'VN'])
})

test('what a member has chosen elsewhere since they were here is applied, whoever used the device in between', async () => {
  await signIn('ayu', 'th', 'TH')
  await chooseLocale({ language: 'ar' })
  await signIn('budi', 'vi', 'VN')
  expect(await signIn('ayu', 'id', 'TH')).toEqual(['id', 'TH'])
})

test('a language that another tab has chosen is spoken here', async () => {
  localStorage.setItem('voltfolio-locale', '{"language":"ms"}')
  for (const listener of listeners) listener({ key: 'voltfolio-locale' })
  await vi.waitFor(() => expect(spoken()).toEqual(['ms', undefined]))
})
