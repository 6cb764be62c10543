import type { ForegroundPath } from '#protocol/foreground.ts'

type Args = Readonly<Record<string, unknown>>

/**
 * The one thing a foreground command changes. Calls that aren't here have one command at a time, whatever its
 * arguments.
 */
const keys: Partial<Record<ForegroundPath, (args: Args) => string>> = {
  'order/prepay': ({ draftId }) => `draft ${String(draftId)}`,
  'order/cancel': ({ orderId }) => `order ${String(orderId)}`,
  'order/hsCardSubmit': ({ billId }) => `bill ${String(billId)}`,
  'capital/remove': ({ cardId }) => `card ${String(cardId)}`,
  'capital/deposit/end': ({ id }) => `deposit ${String(id)}`,
  'capital/withdrawal/cancel': ({ id }) => `withdrawal ${String(id)}`,
  'auth/devices/signOut': ({ id }) => `device ${String(id)}`,
  'auth/passkeys/rename': ({ id }) => `passkey ${String(id)}`,
  'auth/passkeys/remove': ({ id }) => `passkey ${String(id)}`,
  'lottery/open': ({ kind }) => `lottery ${String(kind)}`,
  'game/box/buy': ({ boxId }) => `box ${String(boxId)}`,
}

export function foregroundKeyOf(path: string, args: Args): string | undefined {
  return Object.hasOwn(keys, path) ? keys[path as ForegroundPath]?.(args) : undefined
}
