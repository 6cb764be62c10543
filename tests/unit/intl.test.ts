import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { filesIn } from '#server/sources.mjs'
import { dateFormat, numberFormat } from '#src/lib/intl.ts'

test('a format is made once for its language and options', () => {
  expect(numberFormat('en')).toBe(numberFormat('en'))
  expect(numberFormat('en')).not.toBe(numberFormat('ar'))
  expect(numberFormat('en', { style: 'percent' }).format(0.5)).toBe('50%')
  expect(dateFormat('en', { timeZone: 'UTC' })).toBe(dateFormat('en', { timeZone: 'UTC' }))
  expect(dateFormat('en', { timeZone: 'UTC' })).not.toBe(dateFormat('en', { timeZone: 'Asia/Jakarta' }))
  expect(() => dateFormat('en', { timeZone: 'Nowhere' })).toThrow(RangeError)
})

test('nothing else makes number and date formats', () => {
  const makers = filesIn(join(root, 'src'))
    .filter((file) => /new Intl\.(NumberFormat|DateTimeFormat)\([^)]/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
  expect(makers).toEqual(['src/lib/intl.ts'])
})
