import * as v from 'valibot'
import { TransactionPassword, VerificationCode } from '#protocol/auth.ts'
import { MobilePhone } from '#protocol/primitives.ts'
import type { ValidationError } from './validation-errors.ts'

// A schema names the validation error; validation-errors.ts words it in the reader's language.
const validationError = (name: ValidationError) => name

const unused = v.string()
const digits = (missing: ValidationError) =>
  v.pipe(
    v.string(),
    v.nonEmpty(validationError(missing)),
    v.check((it) => v.is(TransactionPassword, it), validationError('digitsWrong')),
  )

const loginPassword = v.pipe(v.string(), v.nonEmpty(validationError('passwordMissing')))
const sent = {
  phone: v.pipe(
    v.string(),
    v.nonEmpty(validationError('phoneMissing')),
    v.check((it) => v.is(MobilePhone, it), validationError('phoneWrong')),
  ),
  code: v.pipe(
    v.string(),
    v.nonEmpty(validationError('codeMissing')),
    v.check((it) => v.is(VerificationCode, it), validationError('codeWrong')),
  ),
}

/** The fields of each way to set it, besides the new password, which is typed twice (specification 5). */
const proofs = {
  login: { loginPassword, old: unused, phone: unused, code: unused },
  loginAndCode: { loginPassword, old: unused, ...sent },
  old: { loginPassword: unused, old: digits('oldDigitsMissing'), phone: unused, code: unused },
  code: { loginPassword: unused, old: unused, ...sent },
}
export type By = keyof typeof proofs

const twice = {
  password: digits('digitsMissing'),
  confirm: v.pipe(v.string(), v.nonEmpty(validationError('digitsAgainMissing'))),
}

/** Field rules of specification 5 for the transaction password. */
export function transactionSchema(by: By) {
  return v.pipe(
    v.object({ ...proofs[by], ...twice }),
    // `partialCheck` compares both even while other fields are invalid, because the form shows all validation errors.
    v.forward(
      v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, validationError('digitsDiffer')),
      ['confirm'],
    ),
  )
}

export interface TransactionForm {
  loginPassword: string
  old: string
  phone: string
  code: string
  password: string
  confirm: string
}

export const emptyTransactionForm: TransactionForm = {
  loginPassword: '',
  old: '',
  phone: '',
  code: '',
  password: '',
  confirm: '',
}
