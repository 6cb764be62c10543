import { expect, test } from 'vitest'
import { misfitOf } from '#tests/support/planted-bug.ts'
import { plantedBugs } from '#tests/support/planted-bugs.ts'

// `npm run planted` is run by hand now and then: a rename must not take its bugs away in silence until then.
test('every planted bug fits the sources, and the tests that should catch it exist', () => {
  expect(plantedBugs.flatMap((bug) => misfitOf(bug) ?? [])).toEqual([])
})

test('no two planted bugs have one name', () => {
  const names = plantedBugs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('a planted bug that no longer fits is named, with what it looked for', () => {
  const bug = {
    name: 'a bug',
    file: 'server/main.ts',
    from: 'no such text',
    to: '',
    project: 'unit',
    tests: ['tests/unit/planted-bugs.test.ts'],
  } as const
  expect(misfitOf(bug)).toMatch(/"a bug".*server\/main\.ts.*no such text/)
  expect(misfitOf({ ...bug, file: 'server/gone.ts' })).toMatch(/"a bug".*server\/gone\.ts/)
})
