import { expect, test } from 'vitest'
import { shortOf } from '#src/ui/reference.tsx'
import { billNumber } from '#src/features/wallet/bills/bill-subject.ts'
import { cursorOf } from '#server/http/cursor.ts'

test('a reference is short enough to read out, and the end of the whole', () => {
  expect(shortOf('0a1b2c3d-0000-4000-8000-00008f2c41d0')).toBe('8F2C-41D0')
  expect(shortOf('abc')).toBe('ABC')
})

test("a movement's reference is the number of its transfer", () => {
  for (const number of [1, 38_060, 10 ** 12]) expect(billNumber(cursorOf([number, 'pending']))).toBe(String(number))
  expect(billNumber('nonsense')).toBeUndefined()
  expect(billNumber('')).toBeUndefined()
})
