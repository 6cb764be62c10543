import * as v from 'valibot'
import { redeemCode } from '#protocol/rewards.ts'
import type { Command } from '../../outbox/command.ts'
import { isOpen } from '../../outbox/command.ts'

/** What was typed or pasted, as codes are written: capitals, no spaces, one kind of dash. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[^A-Z0-9-]/g, '')
}

export type CodeError = 'missing' | 'malformed' | 'waiting' | 'redeemed'

/**
 * Why a code is not worth sending; undefined where it is. What is on its way or was accepted lately is not sent again.
 */
export function validationErrorOf(code: string, redemptions: readonly Command[]): CodeError | undefined {
  if (code === '') return 'missing'
  if (!v.is(redeemCode.args, { code })) return 'malformed'
  const same = redemptions.filter((it) => it.args['code'] === code)
  if (same.some(isOpen)) return 'waiting'
  return same.some((it) => it.state === 'applied') ? 'redeemed' : undefined
}
