import * as v from 'valibot'
import { InviteCode, Password, passwordMin, VerificationCode } from '#protocol/auth.ts'
import { MobilePhone } from '#protocol/primitives.ts'
import type { ValidationError } from './validation-errors.ts'

// A schema names the validation error; validation-errors.ts words it in the reader's language.
const validationError = (name: ValidationError) => name

const phone = v.pipe(
  v.string(),
  v.nonEmpty(validationError('phoneMissing')),
  v.check((it) => v.is(MobilePhone, it), validationError('phoneWrong')),
)
const oldPassword = v.pipe(v.string(), v.nonEmpty(validationError('passwordMissing')))
const newPassword = v.pipe(
  v.string(),
  v.nonEmpty(validationError('passwordMissing')),
  v.check((it) => v.is(Password, it) && it.length >= passwordMin, validationError('passwordShort')),
)
const confirm = v.pipe(v.string(), v.nonEmpty(validationError('confirmMissing')))
const code = v.pipe(
  v.string(),
  v.nonEmpty(validationError('codeMissing')),
  v.check((it) => v.is(VerificationCode, it), validationError('codeWrong')),
)
const inviteCode = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.nonEmpty(validationError('inviteCodeMissing')),
  v.check((it) => v.is(InviteCode, it), validationError('inviteCodeWrong')),
)

/** Field rules of specification 5. */
export const loginSchema = v.object({
  phone,
  password: oldPassword,
  agreed: v.pipe(v.boolean(), v.value(true, validationError('notAgreed'))),
})

// The two passwords are compared even while other fields are invalid, because forms show all validation errors.
export const registerSchema = v.pipe(
  v.object({
    phone,
    code,
    password: newPassword,
    confirm,
    inviteCode,
    agreed: v.pipe(v.boolean(), v.value(true, validationError('notAgreedToRegister'))),
  }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, validationError('confirmDiffers')),
    ['confirm'],
  ),
)

export const changeSchema = v.pipe(
  v.object({ oldPassword, password: newPassword, confirm }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, validationError('confirmDiffers')),
    ['confirm'],
  ),
)

export const resetSchema = v.pipe(
  v.object({ phone, code, password: newPassword, confirm }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, validationError('confirmDiffers')),
    ['confirm'],
  ),
)

export type LoginForm = v.InferOutput<typeof loginSchema>
export type RegisterForm = v.InferOutput<typeof registerSchema>
export type ChangeForm = v.InferOutput<typeof changeSchema>
export type ResetForm = v.InferOutput<typeof resetSchema>

/** A member with a transaction password confirms with that one instead of the login password. */
export function bindSchema(hasTransactionPassword: boolean) {
  return v.object({ phone, code, password: hasTransactionPassword ? v.string() : oldPassword })
}
export type BindForm = v.InferOutput<ReturnType<typeof bindSchema>>
