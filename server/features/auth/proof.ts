import * as v from 'valibot'
import { TransactionPasswordSecret } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { Encrypted } from '#protocol/primitives.ts'
import { PasskeyProof } from '#protocol/step-up.ts'
import type { Factor } from '../../db/security-events.ts'
import type { Context, Handler } from '../../http/handler.ts'
import { memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { decryptSecret } from '../../http/encrypted-secret.ts'
import { loggedStepUp } from './logged-step-up.ts'
import { checkPasskey } from './passkeys/step-up.ts'
import { checkTransactionPassword, transactionHashOf } from './transaction-password.ts'
import { withoutCopies } from './without-copies.ts'

/**
 * Adds the check of the transaction password, or of a passkey in its place, to a call that wants it (protocol/call,
 * `proof`). It runs outside the call's transaction: hashing takes long, and a wrong guess must stay counted. A password
 * that was encrypted for one command is no proof for another, nor is what a passkey has signed.
 */
export function withProof(handler: Handler): Handler {
  return handler.call.proof === undefined
    ? handler
    : { ...handler, admit: (context, sent) => admit(handler.call, context, sent) }
}

async function admit(call: Call, context: Context, sent: unknown): Promise<void> {
  /** Runs the check once for all copies of the command. */
  const checked = (factor: Factor, check: () => Promise<void>) =>
    withoutCopies(context, () => loggedStepUp(context, { factor, call: call.path }, check))
  const hash = await transactionHashOf(context)
  if (hash === null && call.proof === 'once set') return
  if (hash === null) throw new DomainError('transaction_password_missing')
  const proof = proofIn(context.proof)
  if ('assertion' in proof) {
    const args = { ...(sent as Record<string, unknown>) }
    return await checked('passkey', () => checkPasskey(context, call.path, proof, args))
  }
  const { password } = await decryptSecret(context, call, proof, TransactionPasswordSecret.code)
  await checked('transaction_password', () =>
    checkTransactionPassword(context.db, { memberId: memberOf(context), hash, password }, context.clock),
  )
}

const Proof = v.union([Encrypted, PasskeyProof])

function proofIn(header: string | undefined): v.InferOutput<typeof Proof> {
  if (header === undefined) throw new DomainError('transaction_password_needed')
  const read = v.safeParse(Proof, jsonOf(header))
  if (!read.success) throw new DomainError('secret_unreadable')
  return read.output
}

function jsonOf(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
