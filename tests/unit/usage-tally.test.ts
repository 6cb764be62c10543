import { expect, test } from 'vitest'
import * as v from 'valibot'
import { recordAdd } from '#protocol/settings.ts'
import { emptyTally, isDue, readTally, tallied, usesOf } from '#src/outbox/usage-tally.ts'
import { sitemap } from '#src/sitemap.ts'

const hour = 3_600_000

test('counts pages, and is due an hour after it began', () => {
  const tally = ['/pages/my/set', '/subPages/card/list', '/pages/my/set'].reduce(tallied, emptyTally(1000))
  expect(usesOf(tally)).toEqual(['/pages/my/set*2', '/subPages/card/list*1'])
  expect([isDue(tally, 1000), isDue(tally, 999 + hour), isDue(tally, 1000 + hour)]).toEqual([false, false, true])
  // A clock that was set back would hold it for years.
  expect(isDue(tally, 0)).toBe(true)
})

test('every page of the app, opened ten thousand times, is still what the server takes', () => {
  const tally = {
    since: 0,
    counts: Object.fromEntries(sitemap.map(({ path }) => [path, 9999])),
  }
  expect(v.is(recordAdd.args, { uses: usesOf(tallied(tally, '/pages/my/set')) })).toBe(true)
  const many = Array.from({ length: 150 }, (_, it) => `/made-up/${it}`).reduce(tallied, emptyTally(0))
  expect(v.is(recordAdd.args, { uses: usesOf(many) })).toBe(true)
})

test.each([null, '', '{}', '{"since":"x","counts":{}}', '{"since":1}', '[]'])(
  'what cannot be read is none: %s',
  (text) => {
    expect(readTally(text)).toBeUndefined()
  },
)

test('what was stored is read again, without what is no count', () => {
  expect(readTally('{"since":5,"counts":{"/a":2,"/b":"x","/c":-1}}')).toEqual({ since: 5, counts: { '/a': 2 } })
})
