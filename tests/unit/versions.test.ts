import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVersions } from '#protocol/versions.ts'

const version = fc.array(fc.nat(), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'))

test.each([
  ['1.0.709', '1.0.71', 1],
  ['1.0', '1.0.0', 0],
  ['v1.2', '1.10', -1],
  ['2', '1.9.9', 1],
  ['', '0', 0],
  ['1.0.0-beta', '1.0.0', 0],
])('%s against %s is %i', (a, b, order) => {
  expect(compareVersions(a, b)).toBe(order)
})

test('turned round, the order turns round', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0)
    }),
  )
})

test('any number of versions can be put in one order', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      const [first = '', second = '', third = ''] = [a, b, c].toSorted(compareVersions)
      expect(compareVersions(first, second)).toBeLessThanOrEqual(0)
      expect(compareVersions(first, third)).toBeLessThanOrEqual(0)
    }),
  )
})

test('a raised part makes it newer, whatever comes after', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9999 }), { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 3 }),
      version,
      (parts, at, rest) => {
        const place = at % parts.length
        const raised = [...parts.slice(0, place), (parts[place] ?? 0) + 1, rest].join('.')
        expect(compareVersions(raised, parts.join('.'))).toBe(1)
      },
    ),
  )
})
