import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caretIn, groupedExpiry, groupedNumber, readTyped } from '#src/lib/card-number.ts'
import { digitsOf } from '#src/lib/digits.ts'

test.each([
  ['4111111111111111', '4111 1111 1111 1111'],
  ['41111', '4111 1'],
  ['', ''],
  ['4111', '4111'],
  ['378282246310005', '3782 822463 10005'],
  ['6222020000000000000', '6222 0200 0000 0000 000'],
])('%s is written as %s', (digits, grouped) => expect(groupedNumber(digits)).toBe(grouped))

test('what is pasted may have spaces, dashes and the digits of any script', () => {
  expect(digitsOf(' 4111-1111 1111\u00a01111 ')).toBe('4111111111111111')
  expect(digitsOf('٤١١١ ๑๑๑๑')).toBe('41111111')
})

test('grouping loses no digit', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,19}$/), (digits) => {
      expect(digitsOf(groupedNumber(digits))).toBe(digits)
    }),
  )
})

describe('typing into a grouped number', () => {
  const type = (text: string, caret: number, before: string, isForward = false) =>
    readTyped({ text, caret, before, isForward })

  test('a digit in the middle pushes the others on and keeps the caret behind itself', () => {
    expect(type('4191 11 1', 3, '411111')).toEqual({ digits: '4191111', caret: 3 })
    expect(caretIn('4191 111', 3)).toBe(3)
  })

  test('deleting a gap deletes the digit beside it', () => {
    expect(type('41112222', 4, '41112222')).toEqual({ digits: '4112222', caret: 3 })
    expect(type('41112222', 4, '41112222', true)).toEqual({ digits: '4111222', caret: 4 })
  })

  test('a space that is typed changes nothing', () =>
    expect(type('4111 ', 5, '4111')).toEqual({ digits: '4111', caret: 4 }))

  test('no more than nineteen digits are taken', () => expect(type('1'.repeat(25), 25, '').digits).toHaveLength(19))

  test('the caret is found again behind as many digits', () => {
    expect([0, 4, 5, 8].map((it) => caretIn('4111 1111', it))).toEqual([0, 4, 6, 9])
  })
})

test.each([
  ['0', '0'],
  ['08', '08'],
  ['082', '08/2'],
  ['0827', '08/27'],
  ['08/', '08'],
  ['08 / 27', '08/27'],
  ['08275', '08/27'],
  ['08/2027', '08/27'],
  ['1/', '01'],
  ['1/27', '01/27'],
  ['9 / 2027', '09/27'],
  ['١/٢٧', '01/27'],
  ['1', '1'],
  ['12/27', '12/27'],
])('an expiry typed as %s is shown as %s', (typed, shown) => {
  expect(groupedExpiry(typed)).toBe(shown)
})
