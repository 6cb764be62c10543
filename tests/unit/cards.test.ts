import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isExpired } from '#protocol/card-rules.ts'
import type { BankCard, CardBill } from '#protocol/cards.ts'
import { leftOf, stateOf } from '#src/features/cards/bill-words.ts'
import { billsByDay } from '#src/features/cards/bills-by-day.ts'
import { cardSchema, isMistyped } from '#src/features/cards/card-schema.ts'
import { repaymentError } from '#src/features/cards/repayment-validation.ts'

const now = Date.parse('2026-11-22T06:00:00Z')
const fee = { annualFee: 0, currency: 'USD' }
const types = [
  { code: 'visa', name: 'Visa', scheme: 'visa', prefixes: ['4'], lengths: [13, 16, 19], cvvDigits: 3, ...fee },
  {
    code: 'amex',
    name: 'American Express',
    scheme: 'amex',
    prefixes: ['34', '37'],
    lengths: [15],
    cvvDigits: 4,
    ...fee,
  },
] as const satisfies Parameters<typeof isMistyped>[1]
const banks = [{ id: 'bca', name: 'BCA', country: 'id', art: 'bank', digits: [16] }]
const whole = {
  bankId: 'bca',
  number: '4111111111111111',
  expiry: '08/27',
  cvv: '123',
  holderName: 'A Member',
  phone: '+6281200000001',
  agreed: true,
}

/** The first fault of each field, as the form shows them. */
function validationErrorsOf(change: Partial<typeof whole>): Record<string, string> {
  const read = v.safeParse(
    cardSchema(types, banks, () => now),
    { ...whole, ...change },
  )
  return Object.fromEntries((read.issues ?? []).toReversed().map((it) => [v.getDotPath(it) ?? '', it.message]))
}

describe('what a new card must have (specification 5)', () => {
  test('all of it is fine', () => expect(validationErrorsOf({})).toEqual({}))

  test('nothing typed: every field says what is missing', () => {
    expect(
      validationErrorsOf({ bankId: '', number: '', expiry: '', cvv: '', holderName: ' ', phone: '', agreed: false }),
    ).toEqual({
      bankId: 'bankMissing',
      number: 'numberMissing',
      expiry: 'expiryMissing',
      cvv: 'cvvMissing',
      holderName: 'holderMissing',
      phone: 'phoneMissing',
      agreed: 'notAgreed',
    })
  })

  test.each([
    ['4111111111111112', 'numberWrong'],
    ['411111111111111', 'numberShort'],
    ['41111111111111111111', 'numberLong'],
    ['37828224631000', 'numberShort'],
    ['9999999999999995', undefined],
    ['99999999999995', 'numberShort'],
  ])('the number %s: %s', (number, validationError) =>
    expect(validationErrorsOf({ number, cvv: '' })['number']).toBe(validationError),
  )

  test.each([
    ['12', 'cvvWrong', '9999999999999995'],
    ['1234', 'cvvOfThree', whole.number],
    ['123', 'cvvOfFour', '378282246310005'],
    ['1234', undefined, '378282246310005'],
    ['12a', 'cvvOfThree', whole.number],
  ])('the CVV %s: %s', (cvv, validationError, number) => {
    expect(validationErrorsOf({ cvv, number })['cvv']).toBe(validationError)
  })

  test.each(['13/30', '8/27', '0827', '00/30', '12/2030'])('the expiry %s is none', (expiry) =>
    expect(validationErrorsOf({ expiry })).toEqual({ expiry: 'expiryWrong' }),
  )

  test.each(['11/26', '02/30', '12/32', '06/45'])('the expiry %s is month and year, and not past', (expiry) =>
    expect(validationErrorsOf({ expiry })).toEqual({}),
  )

  test.each(['10/26', '12/25', '01/00'])('a card that expired %s is past', (expiry) =>
    expect(validationErrorsOf({ expiry })).toEqual({ expiry: 'expiryPast' }),
  )

  test('a card is good until its last month has ended everywhere', () => {
    expect(isExpired('11/26', Date.parse('2026-12-01T11:59:59Z'))).toBe(false)
    expect(isExpired('11/26', Date.parse('2026-12-01T12:00:00Z'))).toBe(true)
    expect(isExpired('12/26', Date.parse('2027-01-01T11:59:59Z'))).toBe(false)
    expect(isExpired('12/26', Date.parse('2027-01-01T12:00:00Z'))).toBe(true)
  })

  test("while it is typed, only a number that can't come right any more is complained of", () => {
    expect(['4111', '4111111111111111', '411111111111111'].map((it) => isMistyped(it, types))).toEqual([
      false,
      false,
      false,
    ])
    expect(isMistyped('378282246310006', types)).toBe(true)
    expect(isMistyped('378282246310005', types)).toBe(false)
    expect(isMistyped('9999999999999999', types)).toBe(false)
  })
})

const bill = (id: string, of: Partial<CardBill> = {}): CardBill => ({
  id,
  status: 0,
  currency: 'USD',
  amount: 1000,
  penalty: 0,
  repaid: 0,
  dueOn: '2026-12-01',
  completedAt: null,
  ...of,
})

describe('card bills', () => {
  test('have the states of specification 3', () => {
    expect(([-1, 0, 1, 2] as const).map((status) => stateOf({ status }))).toEqual([
      'overdue',
      'to-repay',
      'paused',
      'completed',
    ])
  })

  test('what is left is the bill and its penalty without what was repaid', () => {
    expect(leftOf(bill('a', { penalty: 30, repaid: 400 }))).toBe(630)
    expect(leftOf(bill('a', { repaid: 1000 }))).toBe(0)
  })

  test('of all cards stand in one list: due first, then the completed ones, newest first', () => {
    const card = (id: string, bills: CardBill[]): BankCard => ({
      id,
      bankId: 'bca',
      bankName: 'BCA',
      typeCode: null,
      holderName: 'A',
      numberMasked: '•••• 1',
      phoneMasked: '',
      status: 'active',
      boundAt: '2026-01-01T00:00:00.000Z',
      bills,
    })
    const done = (id: string, day: string) => bill(id, { status: 2, completedAt: `${day}T00:00:00.000Z` })
    const found = billsByDay([
      card('one', [bill('late', { dueOn: '2026-12-09' }), done('older', '2026-05-01')]),
      card('two', [bill('soon', { dueOn: '2026-11-02' }), done('newer', '2026-06-01')]),
    ])
    expect(found.map((it) => [it.bill.id, it.card.id])).toEqual([
      ['soon', 'two'],
      ['late', 'one'],
      ['newer', 'two'],
      ['older', 'one'],
    ])
  })
})

test.each([
  [{ amount: undefined, left: 900, balance: 500 }, 'missing'],
  [{ amount: 0, left: 900, balance: 500 }, 'missing'],
  [{ amount: 901, left: 900, balance: 5000 }, 'tooMuch'],
  [{ amount: 600, left: 900, balance: 500 }, 'tooLittleThere'],
  [{ amount: 600, left: 900, balance: undefined }, undefined],
  [{ amount: 900, left: 900, balance: 900 }, undefined],
] as const)('repaying %j: %s', (given, validationError) => expect(repaymentError(given)).toBe(validationError))
