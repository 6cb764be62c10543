import { expect, test } from 'vitest'
import { quietly } from '#server/install.mjs'

const script = (text: string) => quietly(process.execPath, ['-e', text])

test('what a program prints is not told where it succeeds', () => {
  expect(script("console.log('noise'); console.error('warning')")).toBeUndefined()
})

test('what a program prints is told where it fails', () => {
  expect(script("console.log('noise'); console.error('the reason'); process.exitCode = 3")).toBe('noise\nthe reason')
})

test('a program that fails without a word, or is not there, is told too', () => {
  expect(script('process.exit(3)')).toMatch(/ended with 3$/)
  expect(quietly('no-such-program', [])).toContain('ENOENT')
})
