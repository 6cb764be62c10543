import { expect, test } from 'vitest'
import { userAgent } from '#src/api/user-agent.ts'

test('the app is named first, then what the browser calls itself', () => {
  expect(userAgent('Mozilla/5.0 (X11; Linux x86_64) Chrome/140')).toBe(
    'Voltfolio/1.0.709 Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
  )
  expect(userAgent('')).toBe('Voltfolio/1.0.709')
})

test('what a header may not hold is left out, and it ends after 256 characters', () => {
  expect(userAgent('Phöne\r\nx-evil: 1 电话')).toBe('Voltfolio/1.0.709 Phnex-evil: 1')
  expect(userAgent('x'.repeat(999))).toHaveLength(256)
})
