import * as v from 'valibot'
import { TransactionPassword, VerificationCode } from '#protocol/auth.ts'
import { Phone } from '#protocol/primitives.ts'
import type { Fault } from './faults.ts'

// A schema names the fault; faults.ts says it in the reader's language.
const fault = (name: Fault) => name

const unused = v.string()
const digits = (missing: Fault) =>
  v.pipe(
    v.string(),
    v.nonEmpty(fault(missing)),
    v.check((it) => v.is(TransactionPassword, it), fault('digitsWrong')),
  )

/** What each way of setting it asks for besides the new one, which is entered twice (specification 5). */
const proofs = {
  login: {
    loginPassword: v.pipe(v.string(), v.nonEmpty(fault('passwordMissing'))),
    old: unused,
    phone: unused,
    code: unused,
  },
  old: { loginPassword: unused, old: digits('oldDigitsMissing'), phone: unused, code: unused },
  code: {
    loginPassword: unused,
    old: unused,
    phone: v.pipe(
      v.string(),
      v.nonEmpty(fault('phoneMissing')),
      v.check((it) => v.is(Phone, it), fault('phoneWrong')),
    ),
    code: v.pipe(
      v.string(),
      v.nonEmpty(fault('codeMissing')),
      v.check((it) => v.is(VerificationCode, it), fault('codeWrong')),
    ),
  },
}
export type By = keyof typeof proofs

const twice = {
  password: digits('digitsMissing'),
  confirm: v.pipe(v.string(), v.nonEmpty(fault('digitsAgainMissing'))),
}

/** Field rules of specification 5 for the transaction password. */
export function transactionSchema(by: By) {
  return v.pipe(
    v.object({ ...proofs[by], ...twice }),
    // Compared even while other fields are wrong: the form asks for all criteria.
    v.forward(
      v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, fault('digitsDiffer')),
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
