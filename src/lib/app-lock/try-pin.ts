import type { Clock } from '../clock.ts'
import { mostTries, waitAfter, waitLeft } from './lock-rules.ts'
import { changeLock, readLock } from './lock-state.ts'
import { isPinOf } from './pin.ts'

export type PinResult = 'right' | 'wrong' | 'waiting' | 'over'

/**
 * Tries a PIN against the member's lock. A try is counted before it is looked at: closing the page meanwhile saves
 * none. Right digits don't unlock by themselves; that is `unlock`.
 */
export async function tryPin(memberId: string, pin: string, clock: Clock): Promise<PinResult> {
  const lock = readLock(memberId)
  if (lock?.key.kind !== 'pin' || lock.wrong >= mostTries) return 'over'
  if (waitLeft(lock, clock.now()) > 0) return 'waiting'
  const wrong = lock.wrong + 1
  changeLock(memberId, { wrong, waitUntil: clock.now() + waitAfter(wrong) })
  if (await isPinOf(lock.key, pin)) {
    changeLock(memberId, { wrong: 0, waitUntil: 0 })
    return 'right'
  }
  return wrong >= mostTries ? 'over' : 'wrong'
}

export function unlock(memberId: string, clock: Clock): void {
  changeLock(memberId, { isLocked: false, seenAt: clock.now(), wrong: 0, waitUntil: 0 })
}
