import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  emptyTransactionForm,
  transactionSchema,
  type By,
  type TransactionForm,
} from '#src/features/auth/transaction-schemas.ts'

/** Field by field, what is said to be wrong (specification 5). */
function validationErrors(by: By, typed: Partial<TransactionForm>): Record<string, string> {
  const read = v.safeParse(transactionSchema(by), { ...emptyTransactionForm, ...typed }, { abortEarly: false })
  const found: Record<string, string> = {}
  for (const issue of read.issues ?? []) found[v.getDotPath(issue) ?? ''] ??= issue.message
  return found
}

const twice = { password: '971352', confirm: '971352' }

describe('setting the transaction password (specification 5: six digits, entered twice)', () => {
  test('wants both entries and the proof', () => {
    expect(validationErrors('login', {})).toEqual({
      loginPassword: 'passwordMissing',
      password: 'digitsMissing',
      confirm: 'digitsAgainMissing',
    })
    expect(validationErrors('old', {})).toMatchObject({ old: 'oldDigitsMissing' })
    expect(validationErrors('code', {})).toMatchObject({ phone: 'phoneMissing', code: 'codeMissing' })
  })

  test('says what is wrong with each', () => {
    expect(validationErrors('old', { ...twice, old: '12' })).toEqual({ old: 'digitsWrong' })
    expect(validationErrors('code', { ...twice, phone: '+62', code: '12' })).toEqual({
      phone: 'phoneWrong',
      code: 'codeWrong',
    })
    for (const password of ['1', '12345', '1234567', '12345a', '１２３４５６'])
      expect(validationErrors('login', { loginPassword: 'x', password, confirm: password })).toEqual({
        password: 'digitsWrong',
      })
  })

  test('says that the entries differ, also while other fields are wrong', () => {
    expect(validationErrors('login', { password: '971352', confirm: '971353' })).toEqual({
      loginPassword: 'passwordMissing',
      confirm: 'digitsDiffer',
    })
  })

  test('takes what is right', () => {
    expect(validationErrors('login', { ...twice, loginPassword: 'a-good-one' })).toEqual({})
    expect(validationErrors('old', { ...twice, old: '111111' })).toEqual({})
    expect(validationErrors('code', { ...twice, phone: '+6281200000001', code: '123456' })).toEqual({})
  })
})
