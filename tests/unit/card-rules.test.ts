import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCardNumber, isCvv, kindOfNumber, passesLuhn, plainNumber } from '#protocol/card-rules.ts'

const kinds = [
  { code: 'visa', prefixes: ['4'], lengths: [13, 16, 19], cvvDigits: 3 },
  { code: 'mastercard', prefixes: ['51-55', '2221-2720'], lengths: [16], cvvDigits: 3 },
  { code: 'amex', prefixes: ['34', '37'], lengths: [15], cvvDigits: 4 },
  { code: 'local', prefixes: ['4026'], lengths: [16], cvvDigits: 3 },
]

/** Digits with the check digit that fits them. */
const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 18 }).map((digits) => {
  const body = digits.join('')
  return body + '0123456789'.split('').find((it) => passesLuhn(body + it))
})

describe('Luhn', () => {
  test.each(['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117', '3530111333300000'])(
    'takes %s',
    (number) => expect(passesLuhn(number)).toBe(true),
  )
  test.each(['4111111111111112', '', '0', '411111111111111a', '١١١١١١١١', '41111111111111111111111'])(
    'refuses %j',
    (number) => expect(passesLuhn(number)).toBe(false),
  )

  test('every number has one check digit, and no single slip of the finger passes', () => {
    fc.assert(
      fc.property(numbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const index = at % number.length
        const slip = number.slice(0, index) + ((Number(number[index]) + by) % 10) + number.slice(index + 1)
        expect([passesLuhn(number), passesLuhn(slip)]).toEqual([true, false])
      }),
    )
  })

  test("two neighbours swapped don't pass, but for 0 and 9, which it can't tell apart", () => {
    fc.assert(
      fc.property(numbers, fc.nat(), (number, at) => {
        const index = at % (number.length - 1)
        const [a = '', b = ''] = [number[index], number[index + 1]]
        fc.pre(a !== b && `${a}${b}` !== '09' && `${a}${b}` !== '90')
        expect(passesLuhn(number.slice(0, index) + b + a + number.slice(index + 2))).toBe(false)
      }),
    )
  })
})

describe('the kind of a number', () => {
  test.each([
    ['4', 'visa'],
    ['41', 'visa'],
    ['4026', 'local'],
    ['402', 'visa'],
    ['51', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['37', 'amex'],
  ])('%s is %s', (number, code) => {
    expect(kindOfNumber(number, kinds)?.code).toBe(code)
  })
  test.each(['', '5', '50', '56', '2220', '2721', '222', '3', '9'])('%j is none yet', (number) =>
    expect(kindOfNumber(number, kinds)).toBeUndefined(),
  )
})

test('a number is right with its check digit and a length of its kind, or of its bank where the kind is unknown', () => {
  const [visa] = kinds
  expect(isCardNumber('4111111111111111', visa, [])).toBe(true)
  expect(isCardNumber('378282246310005', visa, [15])).toBe(false)
  expect(isCardNumber('378282246310005', undefined, [15])).toBe(true)
  expect(isCardNumber('378282246310005', undefined, [16])).toBe(false)
})

test("spaces and dashes are people's", () => {
  expect(plainNumber(' 4111-1111 1111\t1111 ')).toBe('4111111111111111')
})

test('a CVV has as many digits as its kind of card', () => {
  expect([isCvv('123', kinds[0]), isCvv('1234', kinds[0]), isCvv('1234', kinds[2]), isCvv('123', kinds[2])]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
