import {
  login,
  registerByPhone,
  resetPassword,
  sendCode,
  type setTransactionPassword,
  verifyPhone,
} from '#protocol/auth.ts'
import type { AgreedTexts } from '#protocol/agreed-texts.ts'
import type { Answer, ArgsInput } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi, currentCaller, session } from '../../api/api.ts'
import { deviceZone } from '../../lib/dates.ts'
import type { CommandArgs } from '../../outbox/command-runner.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import { forgetInviteCode } from './invite-code.ts'
import { proofOfWork } from './proof-of-work.ts'
import type { By, TransactionForm } from './transaction-schemas.ts'

export interface Credentials {
  phone: string
  password: string
}

/**
 * Signs in; the shell then returns to the page before. After some failures the server requires a proof of work first.
 */
export async function signIn({ phone, password }: Credentials): Promise<void> {
  const args = { phone, password, agreed: true } as const
  try {
    session.begin(await callApi(login, args))
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.errno !== errors.captcha_wrong.errno) throw failure
    session.begin(await callApi(login, { ...args, captcha: await proofOfWork() }))
  }
}

export type CodePurpose = ArgsInput<typeof sendCode>['purpose']

/**
 * Sends a code to a phone, after the proof of work that the server requires. A challenge can expire while the page is
 * suspended, or become too easy meanwhile; then a new challenge is solved, once.
 */
export async function requestCode(phone: string, purpose: CodePurpose): Promise<Answer<typeof sendCode>> {
  const send = async () => callApi(sendCode, { phone, purpose, captcha: await proofOfWork(phone) })
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.errno !== errors.captcha_unknown.errno) throw failure
    return await send()
  }
}

interface Registration extends Credentials {
  code: string
  inviteCode: string
  /** ISO 3166, in either case. */
  country: string
  agreedTexts?: AgreedTexts
}

/**
 * Registers an account and signs in. `idempotencyKey` is the form's, so that a lost response doesn't create a second
 * account. Sent again for the same fields, it agrees to the texts of the first try, which may have arrived: where those
 * aren't the newest any more and it hasn't, the server says so, and the next try agrees to what was shown then.
 */
export async function register(
  { agreedTexts, ...fields }: Registration,
  idempotencyKey: IdempotencyKey,
): Promise<void> {
  const { phone, password, code, inviteCode, country } = fields
  const { language } = currentCaller()
  const request = {
    phone,
    password,
    code,
    inviteCode,
    language,
    agreed: true,
    agreedTexts,
    country: country.toLowerCase(),
    timeZone: deviceZone(),
  } as const
  session.isFirst = true
  try {
    await thenSignIn(fields, idempotencyKey, request, (args, key) => callApi(registerByPhone, args, { key }))
  } finally {
    session.isFirst = false
  }
  forgetInviteCode()
}

/**
 * Checks the code that was sent to a new phone, and that no account uses the phone. Rejects with ApiError where either
 * fails.
 */
export async function checkPhoneCode(phone: string, code: string): Promise<void> {
  await callApi(verifyPhone, { phone, code })
}

/**
 * Sets a new password in place of the known one. This session stays; all others end. After a lost response, sending the
 * same again finds the work done: under another key the old password would count as wrong.
 */
export async function changePassword(
  oldPassword: string,
  password: string,
  idempotencyKey: IdempotencyKey,
): Promise<void> {
  const fields = { by: 'password', oldPassword, password } as const
  const { key, request } = idempotencyKey.tryOf(fields, fields)
  try {
    await callApi(resetPassword, request, { key })
  } catch (failure) {
    idempotencyKey.settled(failure)
    throw failure
  }
  idempotencyKey.settled()
}

/** Sets a new password by a code. The server ends every session, so this signs in again with the new one. */
export async function resetByCode(
  fields: Credentials & { code: string },
  idempotencyKey: IdempotencyKey,
): Promise<void> {
  const { phone, password, code } = fields
  const request = { by: 'code', phone, code, password } as const
  session.isReplaced = true
  try {
    await thenSignIn(fields, idempotencyKey, request, (args, key) => callApi(resetPassword, args, { key }))
  } finally {
    session.isReplaced = false
  }
}

/**
 * The key stays until the member is signed in: when only the sign-in has failed, sending again finds the work done and
 * doesn't repeat it.
 */
async function thenSignIn<R>(
  fields: Credentials,
  idempotencyKey: IdempotencyKey,
  request: R,
  send: (request: R, key: string) => Promise<unknown>,
): Promise<void> {
  const first = idempotencyKey.tryOf(fields, request)
  try {
    await send(first.request, first.key)
  } catch (failure) {
    idempotencyKey.settled(failure)
    throw failure
  }
  await signIn(fields)
  idempotencyKey.settled()
}

type TransactionPasswordArgs = CommandArgs<typeof setTransactionPassword>

/** The content of the form's command: the proof of identity, and, encrypted, the new digits with secret proofs. */
export function transactionPasswordCommand(
  by: By,
  { password, loginPassword, old, code }: TransactionForm,
): { args: TransactionPasswordArgs; secret: Record<string, string> } {
  switch (by) {
    case 'login':
      return { args: { by }, secret: { password, loginPassword } }
    case 'loginAndCode':
      return { args: { by: 'login', code }, secret: { password, loginPassword } }
    case 'old':
      return { args: { by }, secret: { password, oldPassword: old } }
    case 'code':
      return { args: { by, code }, secret: { password } }
  }
}
