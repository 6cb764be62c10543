import {
  login,
  registerByPhone,
  resetPassword,
  sendCode,
  type setTransactionPassword,
  verifyPhone,
} from '#protocol/auth.ts'
import type { Answer, ArgsInput } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { callApi, currentCaller, session } from '../../api/api.ts'
import { deviceZone } from '../../lib/dates.ts'
import type { CommandArgs } from '../../outbox/command-runner.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import { proofOfWork } from './proof-of-work.ts'
import type { By, TransactionForm } from './transaction-schemas.ts'

export interface Credentials {
  phone: string
  password: string
}

/** Signs in; the shell then leads back to where one was. After some failures the server wants a proof of work first. */
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
 * Has a code sent to a phone, after the work that this costs. A challenge that the server no longer knows, because it
 * lay too long in a page that slept, is done once more with a new one.
 */
export async function requestCode(phone: string, purpose: CodePurpose): Promise<Answer<typeof sendCode>> {
  const send = async () => callApi(sendCode, { phone, purpose, captcha: await proofOfWork() })
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
}

/** Makes an account and signs it in. `idempotencyKey` is the form's, so that a lost answer makes no second account. */
export async function register(fields: Registration, idempotencyKey: IdempotencyKey): Promise<void> {
  const { phone, password, code, inviteCode } = fields
  const { country, language } = currentCaller()
  await thenSignIn(fields, idempotencyKey, (key) =>
    callApi(
      registerByPhone,
      {
        phone,
        password,
        code,
        inviteCode,
        language,
        agreed: true,
        country: country.toLowerCase(),
        timeZone: deviceZone(),
      },
      { key },
    ),
  )
}

/** Whether the code sent to a new phone is right and the phone free. Rejects with ApiError where not. */
export async function checkPhoneCode(phone: string, code: string): Promise<void> {
  await callApi(verifyPhone, { phone, code })
}

/** Sets a new password in place of the known one. The session goes on; all others end. */
export async function changePassword(oldPassword: string, password: string): Promise<void> {
  await callApi(resetPassword, { by: 'password', oldPassword, password })
}

/** Sets a new password by a code. The server ends every session, so this signs in again with the new one. */
export async function resetByCode(
  fields: Credentials & { code: string },
  idempotencyKey: IdempotencyKey,
): Promise<void> {
  const { phone, password, code } = fields
  await thenSignIn(fields, idempotencyKey, (key) =>
    callApi(resetPassword, { by: 'code', phone, code, password }, { key }),
  )
}

/**
 * The key lives on until one is signed in: pressing again after that alone has failed finds what was done, and does it
 * no second time.
 */
async function thenSignIn(
  fields: Credentials,
  idempotencyKey: IdempotencyKey,
  send: (key: string) => Promise<unknown>,
): Promise<void> {
  try {
    await send(idempotencyKey.keyOf(fields))
  } catch (failure) {
    idempotencyKey.settled(failure)
    throw failure
  }
  await signIn(fields)
  idempotencyKey.settled()
}

type TransactionPasswordArgs = CommandArgs<typeof setTransactionPassword>

/** What the form sends: how the member proves to be it, and, encrypted, the new digits with that proof. */
export function transactionPasswordCommand(
  by: By,
  { password, loginPassword, old, code }: TransactionForm,
): { args: TransactionPasswordArgs; secret: Record<string, string> } {
  switch (by) {
    case 'login':
      return { args: { by }, secret: { password, loginPassword } }
    case 'old':
      return { args: { by }, secret: { password, oldPassword: old } }
    case 'code':
      return { args: { by, code }, secret: { password } }
  }
}
