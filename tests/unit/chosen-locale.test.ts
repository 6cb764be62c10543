import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { chooseLocale, firstTexts, locale, rereadLocale } from '#src/shell/locale.ts'
import { saveLocale, savedLocale } from '#src/shell/saved-locale.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'
import { later } from '#tests/support/fake-transport.ts'

const text = { messages: {} }
const now = () => {
  const { language, chosenCountry } = locale.getSnapshot()
  return [language, chosenCountry]
}

beforeEach(async () => {
  vi.stubGlobal('localStorage', syncStorageOf())
  vi.stubGlobal('document', { documentElement: {} })
  for (const language of Object.keys(firstTexts)) firstTexts[language] = () => Promise.resolve(text)
  await chooseLocale({ language: 'en', country: 'SG' })
})

/** A language whose text comes when the test says so. */
function slow(language: string) {
  const coming = later<typeof text>()
  firstTexts[language] = () => coming.promise
  return coming
}

test('of two languages the last one chosen is spoken and saved, whichever text comes first', async () => {
  const [arabic, thai] = [slow('ar'), slow('th')]
  const both = [chooseLocale({ language: 'ar' }), chooseLocale({ language: 'th' })]
  thai.resolve(text)
  await both[1]
  expect(now()).toEqual(['th', 'SG'])
  arabic.resolve(text)
  await Promise.all(both)
  expect(now()).toEqual(['th', 'SG'])
  expect(savedLocale()).toEqual({ language: 'th', country: 'SG' })
})

test('a language that fails late takes nothing from the one that was chosen since', async () => {
  const arabic = slow('ar')
  const failing = chooseLocale({ language: 'ar' })
  await chooseLocale({ language: 'th' })
  arabic.reject(new Error('no network'))
  await expect(failing).rejects.toThrow('no network')
  await chooseLocale({ country: 'MY' })
  expect(now()).toEqual(['th', 'MY'])
  expect(savedLocale()).toEqual({ language: 'th', country: 'MY' })
})

test('a country that is chosen while a language fails to load holds, in the language of before', async () => {
  const arabic = slow('ar')
  const failing = chooseLocale({ language: 'ar' })
  const country = chooseLocale({ country: 'MY' })
  arabic.reject(new Error('no network'))
  await expect(failing).rejects.toThrow('no network')
  await expect(country).resolves.toBeUndefined()
  expect(now()).toEqual(['en', 'MY'])
  expect(savedLocale()).toEqual({ language: 'en', country: 'MY' })
})

test('who is told of a choice finds it saved: what is kept for the next start depends on it', async () => {
  const found: unknown[] = []
  const stop = locale.subscribe(() => found.push(savedLocale()))
  onTestFinished(stop)
  await chooseLocale({ language: 'ar' })
  expect(found).toEqual([{ language: 'ar', country: 'SG' }])
})

test('what another tab has chosen is spoken here, and written by nobody again', async () => {
  saveLocale({ country: 'MY', language: 'th' })
  const text = localStorage.getItem('voltfolio-locale')
  await rereadLocale()
  expect(now()).toEqual(['th', 'MY'])
  expect(localStorage.getItem('voltfolio-locale')).toBe(text)
  await chooseLocale({ country: 'SG' })
  expect(savedLocale(), 'goes on from there').toEqual({ language: 'th', country: 'SG' })
})
