import * as v from 'valibot'
import { InviteCode, Password, VerificationCode } from '#protocol/auth.ts'
import { Phone } from '#protocol/primitives.ts'
import type { Fault } from './faults.ts'

// A schema names the fault; faults.ts says it in the reader's language.
const fault = (name: Fault) => name

const phone = v.pipe(
  v.string(),
  v.nonEmpty(fault('phoneMissing')),
  v.check((it) => v.is(Phone, it), fault('phoneWrong')),
)
const oldPassword = v.pipe(v.string(), v.nonEmpty(fault('passwordMissing')))
const newPassword = v.pipe(
  v.string(),
  v.nonEmpty(fault('passwordMissing')),
  v.check((it) => v.is(Password, it), fault('passwordShort')),
)
const confirm = v.pipe(v.string(), v.nonEmpty(fault('confirmMissing')))
const code = v.pipe(
  v.string(),
  v.nonEmpty(fault('codeMissing')),
  v.check((it) => v.is(VerificationCode, it), fault('codeWrong')),
)
const inviteCode = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.nonEmpty(fault('inviteCodeMissing')),
  v.check((it) => v.is(InviteCode, it), fault('inviteCodeWrong')),
)

/** Field rules of specification 5. */
export const loginSchema = v.object({
  phone,
  password: oldPassword,
  agreed: v.pipe(v.boolean(), v.value(true, fault('notAgreed'))),
})

// The two passwords are compared even while other fields are wrong: forms ask for all criteria.
export const registerSchema = v.pipe(
  v.object({
    phone,
    code,
    password: newPassword,
    confirm,
    inviteCode,
    agreed: v.pipe(v.boolean(), v.value(true, fault('notAgreedToRegister'))),
  }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, fault('confirmDiffers')),
    ['confirm'],
  ),
)

export const changeSchema = v.pipe(
  v.object({ oldPassword, password: newPassword, confirm }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, fault('confirmDiffers')),
    ['confirm'],
  ),
)

export const resetSchema = v.pipe(
  v.object({ phone, code, password: newPassword, confirm }),
  v.forward(
    v.partialCheck([['password'], ['confirm']], (it) => it.password === it.confirm, fault('confirmDiffers')),
    ['confirm'],
  ),
)

export type LoginForm = v.InferOutput<typeof loginSchema>
export type RegisterForm = v.InferOutput<typeof registerSchema>
export type ChangeForm = v.InferOutput<typeof changeSchema>
export type ResetForm = v.InferOutput<typeof resetSchema>
