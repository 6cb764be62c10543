import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '#protocol/languages.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'
import { fill, isComplete, type Precache } from '../../sw/precache.ts'
import { languageOf } from '../../sw/file-names.ts'
import { languagesAboard, neededLanguages, withLanguages } from '../../sw/spoken.ts'

const scope = 'https://app.example/'
const parts = ['first', 'landing', 'rest']
const texts = languages.flatMap((it) => parts.map((part) => `assets/text-${it}-${part}-a_b-x-z.js`))
const others = ['index.html', 'assets/text-packs-abcdefg.js', 'assets/context-en-rest.js', 'assets/first-a1b2c3.js']
const build = [...others, ...texts].map((url) => ({ url, revision: url.endsWith('.html') ? 'r1' : null }))

/** A build of which the server has all files but those of the languages in `without`. */
function precacheOf({ without = [] as readonly string[] } = {}): Precache {
  return {
    archives: [],
    buildId: '1',
    assets: build,
    caches: fakeCaches(),
    scope,
    timeoutMs: 60_000,
    async fetch({ url }) {
      const isHtml = url.endsWith('.html')
      return without.includes(languageOf({ url: url.slice(scope.length) }) ?? '')
        ? new Response('', { status: 503 })
        : new Response(isHtml ? '<div id="root"></div>' : 'x', {
            headers: { 'content-type': isHtml ? 'text/html' : 'text/javascript' },
          })
    },
  }
}

test('the texts of a language are told by their names, and nothing else is taken for one', () => {
  expect(texts.map((url) => languageOf({ url }))).toEqual(languages.flatMap((it) => parts.map(() => it)))
  expect(others.map((url) => languageOf({ url }))).toEqual(others.map(() => undefined))
})

test('whatever is spoken: every page in it is there without the other languages, and it is said which are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray([...languages], { minLength: 1 }), async (spoken) => {
      const precache = precacheOf({ without: languages.filter((it) => !spoken.includes(it)) })
      await fill(withLanguages(precache, spoken), () => {})
      for (const it of spoken) expect(await isComplete(withLanguages(precache, [it]))).toBe(true)
      expect(await languagesAboard(precache)).toEqual(languages.filter((it) => spoken.includes(it)))
      expect(await isComplete(precache)).toBe(spoken.length === languages.length)
      for (const { url } of build.filter((asset) => languageOf(asset) === undefined))
        expect(await precache.caches.match(scope + url)).toBeDefined()
    }),
  )
})

test('a language of which one file is missing is not aboard', async () => {
  const precache = precacheOf()
  await fill(precache, () => {})
  expect(await languagesAboard(precache)).toEqual([...languages])
  await (await precache.caches.open('voltfolio-shell-1')).delete(`${scope}assets/text-th-rest-a_b-x-z.js`)
  expect(await languagesAboard(precache)).toEqual(languages.filter((it) => it !== 'th'))
})

test('nothing is aboard before the first file came', async () => {
  const precache = precacheOf()
  expect(await languagesAboard(precache)).toEqual([])
  expect(await precache.caches.keys()).toEqual([])
})

test.each([
  [['th'], ['th']],
  [
    ['th', 'en', 'th'],
    ['th', 'en'],
  ],
  // A page of an earlier build, or one that is frozen: what it speaks must be there after an update.
  [['th', undefined], languages],
  [[], languages],
])('where pages say %j, an install waits for %j', (answers, needed) => {
  expect(neededLanguages(answers)).toEqual(needed)
})
