import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedStep, otpauthUri, totpCode, totpStep } from '#server/cli/accounts/totp.ts'

const ofTheRfc = Buffer.from('12345678901234567890')
const second = 1000
const stepMs = 30 * second

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is the end of that of RFC 6238, appendix B', (at, code) => {
  expect(totpCode(ofTheRfc, totpStep(at * second))).toBe(code)
})

test('a code counts in its step, the one before and the one after, and in none other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 1e8 }), fc.integer({ min: -5, max: 5 }), (step, off) => {
      const near = [step - 1, step, step + 1].map((it) => totpCode(ofTheRfc, it))
      const code = totpCode(ofTheRfc, step + off)
      fc.pre(Math.abs(off) <= 1 || !near.includes(code))
      fc.pre(new Set(near).size === 3)
      expect(acceptedStep(ofTheRfc, code, step * stepMs, 0)).toBe(Math.abs(off) <= 1 ? step + off : null)
    }),
  )
})

test('a code counts once, and none before it counts any more', () => {
  const step = totpStep(1_111_111_111 * second)
  for (const used of [step, step + 1])
    expect(acceptedStep(ofTheRfc, totpCode(ofTheRfc, step), step * stepMs, used)).toBe(null)
  expect(acceptedStep(ofTheRfc, totpCode(ofTheRfc, step + 1), step * stepMs, step)).toBe(step + 1)
})

test('spaces are no part of a code, and what is none is refused', () => {
  const step = totpStep(59 * second)
  expect(acceptedStep(ofTheRfc, '287 082', 59 * second, 0)).toBe(step)
  for (const wrong of ['', '28708', '2870820', 'abcdef', '２８７０８２'])
    expect(acceptedStep(ofTheRfc, wrong, 59 * second, 0)).toBe(null)
})

test('an authenticator is told everything that it needs', () => {
  expect(otpauthUri('ana', ofTheRfc)).toBe(
    'otpauth://totp/Voltfolio%3Aana?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Voltfolio&algorithm=SHA1&digits=6&period=30',
  )
})
