import { createEmitter } from '../signal.ts'

/** Minutes without the app on the screen after which it locks. */
export type LockAfter = 0 | 1 | 5 | 15

/** What opens the lock: six digits, of which only a slow salted hash is kept; or a key that the device guards. */
export type LockKey =
  | { kind: 'pin'; salt: string; iterations: number; hash: string }
  | { kind: 'device'; credentialId: string; publicKey: string; algorithm: number }

/** One member's lock on this device (docs/privacy.md). Instants are milliseconds since 1970. */
export interface LockState {
  after: LockAfter
  key: LockKey
  isLocked: boolean
  /** When a page was last on the screen, unlocked. */
  seenAt: number
  /** Wrong digits since the last right ones. */
  wrong: number
  /** Before this instant no digits are looked at. */
  waitUntil: number
}

/** Told in this tab; other tabs hear of a change by the `storage` event. */
export const lockChanges = createEmitter()

export const lockName = (memberId: string) => `voltfolio-lock-${memberId}`

/** Undefined where the member has no lock. A text that can't be read locks, and only signing in again helps. */
export function readLock(memberId: string): LockState | undefined {
  const text = stored(memberId)
  if (text === null) return undefined
  const changed = unsaved.get(memberId)
  if (changed) return changed
  try {
    const it = JSON.parse(text) as LockState
    if (it.key.kind === 'pin' || it.key.kind === 'device') return it
  } catch {
    // Falls through to the lock that nothing opens.
  }
  return unreadable
}

const unreadable: LockState = {
  after: 0,
  key: { kind: 'pin', salt: '', iterations: 1, hash: '' },
  isLocked: true,
  seenAt: 0,
  wrong: Infinity,
  waitUntil: 0,
}

/** Characters of every stored lock, with spaces at the end: no later state needs more room than the first one. */
const storedLength = 1200

/** Locks that changed where storage refused it, until this page closes. */
const unsaved = new Map<string, LockState>()

/** Throws where the browser refuses storage: a lock that isn't kept would not be one. */
export function writeLock(memberId: string, state: LockState): void {
  localStorage.setItem(lockName(memberId), JSON.stringify(state).padEnd(storedLength))
  unsaved.delete(memberId)
  lockChanges.emit()
}

/** Where storage refuses it, the change holds for this page: who has the PIN must not be locked out by a full disk. */
export function changeLock(memberId: string, change: Partial<LockState>): void {
  const before = readLock(memberId)
  if (!before || before === unreadable) return
  const state = { ...before, ...change }
  try {
    writeLock(memberId, state)
  } catch {
    if (!isWrittenShort(memberId, state)) unsaved.set(memberId, state)
    lockChanges.emit()
  }
}

/** A lock of an earlier build has no spaces at its end, and a disk that is full has no room for them. */
function isWrittenShort(memberId: string, state: LockState): boolean {
  try {
    localStorage.setItem(lockName(memberId), JSON.stringify(state))
    unsaved.delete(memberId)
    return true
  } catch {
    return false
  }
}

/** Another tab has stored a lock, or removed it: that counts, not what this page could not store. */
export function rereadLock(memberId: string): void {
  unsaved.delete(memberId)
}

export function removeLock(memberId: string): void {
  localStorage.removeItem(lockName(memberId))
  unsaved.delete(memberId)
  lockChanges.emit()
}

function stored(memberId: string): string | null {
  try {
    return localStorage.getItem(lockName(memberId))
  } catch {
    // Blocked storage: no lock was ever kept here.
    return null
  }
}
