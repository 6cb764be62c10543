import { readFileSync } from 'node:fs'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CardType } from '#protocol/cards.ts'
import { addressSchema } from '#src/features/addresses/schema.ts'
import { useValidationErrors as useAddressErrors } from '#src/features/addresses/validation-errors.ts'
import { useValidationErrors as useAuthErrors } from '#src/features/auth/validation-errors.ts'
import { changeSchema, loginSchema, registerSchema, resetSchema } from '#src/features/auth/schemas.ts'
import { emptyTransactionForm, transactionSchema } from '#src/features/auth/transaction-schemas.ts'
import { cardSchema } from '#src/features/cards/card-schema.ts'
import { useValidationErrors as useCardErrors } from '#src/features/cards/validation-errors.ts'
import { repaymentError } from '#src/features/cards/repayment-validation.ts'
import { useRepaymentWords } from '#src/features/cards/use-repayment-words.ts'
import { useValidationErrors as useContractErrors } from '#src/features/contracts/validation-errors.ts'
import { contractSchema } from '#src/features/contracts/schema.ts'
import { CardChoice } from '#src/features/wallet/withdrawal/card-choice.tsx'
import { useWithdrawalErrors } from '#src/features/wallet/withdrawal/use-validation-errors.ts'
import { withdrawalError } from '#src/features/wallet/withdrawal/validation-error.ts'

// Every message of a form (specification 5), from what was typed to the words that are read.

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

const markup = (node: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{node}</I18nProvider>)

/** What a hook of words gives to a component. */
function inComponent<T>(useWords: () => T): T {
  const given: T[] = []
  function Reader() {
    given.push(useWords())
    return null
  }
  markup(<Reader />)
  return given[0]!
}

const phone = '+6281234567890'
const visa: CardType = {
  code: 'visa',
  name: 'Visa',
  scheme: 'visa',
  prefixes: ['4'],
  lengths: [16],
  cvvDigits: 3,
  annualFee: 0,
  currency: 'USD',
}
const amex: CardType = {
  ...visa,
  code: 'amex',
  name: 'Amex',
  scheme: 'amex',
  prefixes: ['37'],
  lengths: [15],
  cvvDigits: 4,
}
const twice = { password: 'a-good-one', confirm: 'a-good-one' }
const digits = { ...emptyTransactionForm, password: '480216', confirm: '480216' }

/** A form: its rules, its words, and what it accepts. */
const forms = {
  'log in': {
    schema: loginSchema,
    useValidationErrors: useAuthErrors,
    right: { phone, password: 'secret', agreed: true },
  },
  register: {
    schema: registerSchema,
    useValidationErrors: useAuthErrors,
    right: { phone, code: '123456', ...twice, inviteCode: 'VOLT', agreed: true },
  },
  'change password': {
    schema: changeSchema,
    useValidationErrors: useAuthErrors,
    right: { oldPassword: 'secret', ...twice },
  },
  'reset by phone': {
    schema: resetSchema,
    useValidationErrors: useAuthErrors,
    right: { phone, code: '123456', ...twice },
  },
  'first digits': {
    schema: transactionSchema('login'),
    useValidationErrors: useAuthErrors,
    right: { ...digits, loginPassword: 'secret' },
  },
  'new digits': {
    schema: transactionSchema('old'),
    useValidationErrors: useAuthErrors,
    right: { ...digits, old: '111111' },
  },
  'digits by code': {
    schema: transactionSchema('code'),
    useValidationErrors: useAuthErrors,
    right: { ...digits, phone, code: '123456' },
  },
  'add card': {
    schema: cardSchema([visa, amex], []),
    useValidationErrors: useCardErrors,
    right: {
      bankId: 'bca',
      number: '4111111111111111',
      expiry: '12/99',
      cvv: '739',
      holderName: 'SARI',
      phone,
      agreed: true,
    },
  },
  contract: {
    schema: contractSchema,
    useValidationErrors: useContractErrors,
    right: {
      name: 'Sari',
      idNumber: '3174 0001',
      phone,
      education: 'secondary',
      bankName: 'BCA',
      cardNumber: '4111111111111111',
      accountName: 'Sari',
      signature: [
        [
          [0, 0],
          [500, 0],
        ],
      ],
      agreed: true,
    },
  },
  address: {
    schema: addressSchema,
    useValidationErrors: useAddressErrors,
    right: { recipient: 'Sari', phone, regionId: 'jakarta', detail: 'Jalan 1', postcode: '', isDefault: false },
  },
} satisfies Record<string, { schema: v.GenericSchema; useValidationErrors: typeof useAuthErrors; right: object }>
type Form = keyof typeof forms

/** What is typed in place of what is right; the words stand beside the last field of it. */
const table: [form: Form, typed: Record<string, unknown>, words: string][] = [
  ['log in', { phone: '' }, 'Enter your phone number'],
  ['log in', { phone: '+62' }, 'Enter a valid phone number'],
  ['log in', { password: '' }, 'Enter your password'],
  ['log in', { agreed: false }, 'Please agree to the terms before logging in'],
  ['register', { phone: '' }, 'Enter your phone number'],
  ['register', { phone: '0812' }, 'Enter a valid phone number'],
  ['register', { code: '' }, 'Enter the code from the text message'],
  ['register', { code: '12345' }, 'The code has 6 digits'],
  ['register', { password: '' }, 'Enter your password'],
  ['register', { password: '123456789' }, 'Use at least 10 characters'],
  ['register', { confirm: '' }, 'Enter the password once more'],
  ['register', { confirm: 'another-one' }, "The two passwords don't match"],
  ['register', { phone: '', confirm: 'another-one' }, "The two passwords don't match"],
  ['register', { inviteCode: ' ' }, 'Enter an invite code'],
  ['register', { inviteCode: 'abc' }, 'An invite code has 4 to 16 letters and digits'],
  ['register', { agreed: false }, 'Please agree to the terms before registering'],
  ['change password', { oldPassword: '' }, 'Enter your password'],
  ['change password', { password: '' }, 'Enter your password'],
  ['change password', { password: '123456789' }, 'Use at least 10 characters'],
  ['change password', { confirm: '' }, 'Enter the password once more'],
  ['change password', { confirm: 'another-one' }, "The two passwords don't match"],
  ['reset by phone', { phone: '' }, 'Enter your phone number'],
  ['reset by phone', { phone: '0812' }, 'Enter a valid phone number'],
  ['reset by phone', { code: '' }, 'Enter the code from the text message'],
  ['reset by phone', { code: 'abcdef' }, 'The code has 6 digits'],
  ['reset by phone', { password: '' }, 'Enter your password'],
  ['reset by phone', { password: '123456789' }, 'Use at least 10 characters'],
  ['reset by phone', { confirm: '' }, 'Enter the password once more'],
  ['reset by phone', { confirm: 'another-one' }, "The two passwords don't match"],
  ['first digits', { loginPassword: '' }, 'Enter your password'],
  ['first digits', { password: '' }, 'Enter 6 digits'],
  ['first digits', { password: '12345' }, 'The transaction password has 6 digits'],
  ['first digits', { confirm: '' }, 'Enter the 6 digits once more'],
  ['first digits', { confirm: '480217' }, "The two entries don't match"],
  ['new digits', { old: '' }, 'Enter your old transaction password'],
  ['new digits', { old: '1234567' }, 'The transaction password has 6 digits'],
  ['new digits', { confirm: '480217' }, "The two entries don't match"],
  ['digits by code', { phone: '' }, 'Enter your phone number'],
  ['digits by code', { phone: '0812' }, 'Enter a valid phone number'],
  ['digits by code', { code: '' }, 'Enter the code from the text message'],
  ['digits by code', { code: '1' }, 'The code has 6 digits'],
  ['add card', { bankId: '' }, 'Choose the bank of the card'],
  ['add card', { number: '' }, 'Enter the card number'],
  ['add card', { number: '41111111' }, 'The number is too short'],
  ['add card', { number: '41111111111111111' }, 'The number is too long'],
  ['add card', { number: '4111111111111112' }, 'A digit is wrong. Check the number on your card'],
  ['add card', { expiry: '' }, 'Enter the expiry date on the card'],
  ['add card', { expiry: '13/30' }, 'Enter the month and year on the card, MM/YY'],
  ['add card', { expiry: '01/20' }, 'This card has expired'],
  ['add card', { cvv: '' }, 'Enter the CVV'],
  ['add card', { cvv: '7391' }, 'The CVV of this card has 3 digits, on its back'],
  ['add card', { number: '378282246310005', cvv: '739' }, 'The CVV of this card has 4 digits, on its front'],
  ['add card', { number: '30569309025904', cvv: '73' }, 'The CVV has 3 or 4 digits'],
  ['add card', { holderName: ' ' }, 'Enter the name on the card'],
  ['add card', { holderName: 'S'.repeat(81) }, 'Use at most 80 characters'],
  ['add card', { phone: '' }, 'Enter the phone number your bank has'],
  ['add card', { phone: '0812' }, 'Enter a valid phone number'],
  ['add card', { agreed: false }, 'Please agree to the privacy agreement before adding a card'],
  ['contract', { name: '' }, 'Enter your name as shown on your ID'],
  ['contract', { name: 'S'.repeat(81) }, 'Use at most 80 characters'],
  ['contract', { idNumber: '' }, 'Enter your ID number'],
  ['contract', { idNumber: '1234' }, 'Enter a valid ID number: 5 to 40 letters and digits'],
  ['contract', { phone: '' }, 'Enter your phone number'],
  ['contract', { phone: '0812' }, 'Enter a valid phone number'],
  ['contract', { education: '' }, 'Choose your education'],
  ['contract', { bankName: ' ' }, 'Enter the name of your bank'],
  ['contract', { cardNumber: '' }, 'Enter the card or account number'],
  ['contract', { cardNumber: '1234567' }, 'Enter a valid number: at least 8 digits'],
  ['contract', { accountName: '' }, "Enter the account holder's name"],
  ['contract', { signature: [] }, 'Sign by hand, or type your name'],
  ['contract', { agreed: false }, 'Please agree to the terms before signing'],
  ['address', { recipient: '' }, "Enter the recipient's name"],
  ['address', { recipient: 'S'.repeat(81) }, 'Use at most 80 characters'],
  ['address', { phone: '' }, 'Enter a phone number for the courier'],
  ['address', { phone: '0812' }, 'Enter a valid phone number'],
  ['address', { regionId: '' }, 'Choose a city'],
  ['address', { detail: '' }, 'Enter the street, house number and anything else that helps find the door'],
  ['address', { detail: 'x'.repeat(201) }, 'Use at most 200 characters'],
  ['address', { postcode: '1'.repeat(17) }, 'Use at most 16 characters'],
]

/** What stands beside each field; the first fault of a field is its own. */
function said(form: Form, typed: object): Map<string, string | undefined> {
  const { schema, useValidationErrors, right } = forms[form]
  const words = inComponent(useValidationErrors)
  const { issues = [] } = v.safeParse(schema as v.GenericSchema, { ...right, ...typed })
  return new Map(issues.toReversed().map((it) => [v.getDotPath(it) ?? '', words(it.message)]))
}

describe('a form', () => {
  test.each(Object.keys(forms) as Form[])('%s takes what is right', (form) => expect(said(form, {})).toEqual(new Map()))
  test.each(table)('%s, %j: %s', (form, typed, words) =>
    expect(said(form, typed).get(Object.keys(typed).at(-1)!)).toBe(words),
  )
  test.each(['auth', 'cards', 'contracts', 'addresses'])('of %s has no message that is not listed here', (feature) => {
    const source = readFileSync(new URL(`../../src/features/${feature}/validation-errors.ts`, import.meta.url), 'utf8')
    const messages = [...source.matchAll(/t`([^`]+)`/g)].map((it) => it[1])
    expect(messages.length).toBeGreaterThan(0)
    const useValidationErrors = {
      auth: useAuthErrors,
      cards: useCardErrors,
      contracts: useContractErrors,
      addresses: useAddressErrors,
    }[feature]
    const listed = table
      .filter(([form]) => forms[form].useValidationErrors === useValidationErrors)
      .map(([, , words]) => words)
    expect(messages.filter((it) => !listed.includes(it ?? ''))).toEqual([])
  })
})

describe('an amount', () => {
  const limits = { currency: 'USD', minimum: 1000, maximum: 50_000, balance: 90_000, leftToday: 30_000 }
  test.each([
    [undefined, {}, 'Enter an amount'],
    [999, {}, 'Withdraw at least $10.00'],
    [50_001, {}, 'Withdraw at most $500.00 at a time'],
    [40_001, { balance: 40_000 }, 'Your income wallet has $400.00'],
    [30_001, {}, 'You can withdraw $300.00 more today. Withdraw the rest tomorrow'],
  ])('to withdraw, %j within %j: %s', (amount, change, words) => {
    const within = { ...limits, ...change }
    expect(inComponent(useWithdrawalErrors)(withdrawalError(amount, within)!, within)).toBe(words)
  })
  test.each([
    [undefined, 5000, 'Enter an amount'],
    [1201, 5000, 'You have $12.00 left to repay'],
    [1200, 1199, "There isn't enough in this wallet. Repay less, or pay from the other one"],
  ])('to repay, %j out of %j: %s', (amount, balance, words) => {
    expect(inComponent(useRepaymentWords)(repaymentError({ amount, left: 1200, balance })!, 1200, 'USD')).toBe(words)
  })
})

test('without a card to withdraw to, binding one is asked for first', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const choice = (cards: Parameters<typeof CardChoice>[0]['cards']) =>
    markup(
      <RouterContextProvider router={router}>
        <CardChoice cards={cards} value={undefined} onChange={() => {}} isTried />
      </RouterContextProvider>,
    )
  expect(choice([])).toContain('Add a bank card first.')
  expect(
    choice([{ id: 'c', bankId: 'bca', bankName: 'BCA', status: 'disabled' } as Parameters<typeof choice>[0][number]]),
  ).toContain('None of your cards can take withdrawals now.')
})
