import * as v from 'valibot'
import { redeemCode } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { latinDigits } from '../../lib/digits.ts'
import { isOpen } from '../../outbox/command.ts'

/** The typed or pasted text in the form of a code: capitals, Latin digits, no spaces, one kind of dash. */
export function plainCode(typed: string): string {
  return latinDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[^A-Z0-9-]/g, '')
}

export type CodeError = 'missing' | 'malformed' | 'waiting' | 'redeemed'

/**
 * Why a code is not sent; undefined where it is sent. A code that is under way or was redeemed lately is not sent
 * again.
 */
export function validationErrorOf(code: string, redemptions: readonly Command[]): CodeError | undefined {
  if (code === '') return 'missing'
  if (!v.is(redeemCode.args, { code })) return 'malformed'
  const same = redemptions.filter((it) => it.args['code'] === code)
  if (same.some(isOpen)) return 'waiting'
  return same.some((it) => it.state === 'applied') ? 'redeemed' : undefined
}
