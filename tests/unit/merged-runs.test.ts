import { describe, expect, test } from 'vitest'
import { merged } from '#tests/support/merged-runs.mjs'

const failure = (file: string, name: string) => ({ test: `${file} > ${name}`, file, why: 'expected' })
const [a, b] = [failure('a.test.ts', 'one'), failure('b.test.ts', 'two')]
const first = { passed: 8, failed: 2, skipped: 1, failures: [a, b] }

describe('a second run of the files that failed', () => {
  test('names what passed only then, and keeps what failed again', () => {
    expect(merged(first, { passed: 3, failed: 1, skipped: 0, failures: [b] })).toEqual({
      passed: 9,
      failed: 1,
      skipped: 1,
      failures: [b],
      wavering: [a],
    })
  })

  test('that ended before its report excuses nothing', () => {
    expect(merged(first, { passed: 0, failed: 1, skipped: 0 })).toEqual(first)
  })

  test('that could not load a file excuses none of its tests', () => {
    const unloaded = { test: 'a.test.ts', file: 'a.test.ts', why: 'no such module' }
    const both = merged(first, { passed: 0, failed: 1, skipped: 0, failures: [unloaded] })
    expect(both).toMatchObject({ failed: 1, failures: [unloaded], wavering: [b] })
  })
})
