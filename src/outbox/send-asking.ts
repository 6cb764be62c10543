import type { Call } from '#protocol/call.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../api/api-error.ts'
import type { PlainArgs, StepUp } from '../api/encrypted-call.ts'
import type { Outcome } from './command-runner.ts'
import type { Foreground } from './foreground.ts'
import { concernsPassword } from './password-errors.ts'
import type { Question, Step } from './question.ts'

export interface Asking {
  /** Whether the member has a transaction password; undefined where that isn't known here. */
  hasPassword: boolean | undefined
  /** Encrypted into the argument `secret`; kept nowhere. */
  secret: unknown
  /** Whether the member looks at the screen that tells the outcome. */
  isWatched?: () => boolean
}

/**
 * Sends a foreground command: asks for the transaction password where it is wanted, again until it is taken or the
 * member gives up, and whether to send what this device can't keep. Never rejects.
 */
export async function sendAsking<C extends Call>(
  send: Foreground['send'],
  call: C,
  args: PlainArgs<C>,
  { hasPassword, secret, isWatched }: Asking,
  question: Pick<Question, 'askPassword' | 'askWhether'>,
): Promise<Outcome<C>> {
  let next: { step: Step; rejection?: unknown } | undefined = firstStep(call, hasPassword)
  let isUnsaved = false
  for (;;) {
    const password = next && (await question.askPassword(next.step, next.rejection))
    if (next && password === undefined) return { kind: 'abandoned' }
    let sent = await send(call, args, { password, secret }, isUnsaved, isWatched)
    if (sent.kind === 'notSaved') {
      if (!(await question.askWhether(sent.reason))) return { kind: 'abandoned' }
      isUnsaved = true
      sent = await send(call, args, { password, secret }, isUnsaved, isWatched)
    }
    next = sent.kind === 'rejected' && call.proof !== undefined ? stepAfter(sent.error, password) : undefined
    if (!next) return sent.kind === 'notSaved' ? { kind: 'abandoned' } : sent
  }
}

function firstStep(call: Call, hasPassword: boolean | undefined): { step: Step } | undefined {
  if (call.proof === undefined || (call.proof === 'once set' && hasPassword !== true)) return undefined
  return { step: hasPassword === false ? 'missing' : 'asking' }
}

/**
 * What is asked after a rejection that concerns the digits, or what proved in their place; undefined where it concerns
 * something else.
 */
function stepAfter(error: unknown, proof: StepUp | undefined): { step: Step; rejection?: unknown } | undefined {
  if (!concernsPassword(error)) return undefined
  if (!(error instanceof ApiError)) return { step: 'asking', rejection: error }
  switch (error.errno) {
    // It was set on another device meanwhile.
    case errors.transaction_password_needed.errno:
      return { step: 'asking' }
    // A command that adds a passkey is refused by the same code where that isn't accepted.
    case errors.passkey_wrong.errno:
      return typeof proof === 'function' ? { step: 'asking', rejection: error } : undefined
    case errors.transaction_password_wrong.errno:
      return { step: 'asking', rejection: error }
    case errors.attempts_exhausted.errno:
      return { step: 'locked', rejection: error }
    default:
      return { step: 'missing', rejection: error }
  }
}
