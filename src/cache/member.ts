import { createSignal } from '../lib/signal.ts'
import type { SyncStorage } from './boot/boot-cache.ts'

/** The member who is, or was last, signed in on this device. Holds no token: the session may be over. */
export interface StoredMember {
  memberId: string
  /** False after signing out or after the session died: the outbox is still theirs, the screens are a visitor's. */
  isSignedIn: boolean
  /** Members who have a database here, so that its loss can be told. */
  known: readonly string[]
}

export interface Member {
  /** For `useSyncExternalStore`; the same object until something changes. */
  getSnapshot(): StoredMember | undefined
  subscribe(listener: () => void): () => void
  signIn(memberId: string): void
  /** A sign-out has begun: the next start finds nobody signed in, whatever is written until `signOut`. */
  leave(): void
  signOut(): void
  noteDatabase(memberId: string): void
  /** Reads anew what another tab has written. */
  reread(): void
}

/** The key under which it stands, for the `storage` event that tells of other tabs. */
export const memberKey = 'voltfolio-member'

/** Who is signed in, remembered in localStorage so that the first frame knows it. */
export function createMember(syncStorage: SyncStorage | undefined): Member {
  const current = createSignal(read(syncStorage))
  let isLeaving = false

  function become(next: StoredMember | undefined) {
    if (JSON.stringify(next) !== JSON.stringify(current.getSnapshot())) current.set(next)
  }

  function write(next: StoredMember) {
    try {
      syncStorage?.setItem(memberKey, JSON.stringify(isLeaving ? { ...next, isSignedIn: false } : next))
    } catch {
      // Without it the next visit starts as a visitor and asks the cookie.
    }
    become(next)
  }

  return {
    getSnapshot: current.getSnapshot,
    subscribe: current.subscribe,
    signIn(memberId) {
      // Another one than who is leaving stays.
      if (memberId !== current.getSnapshot()?.memberId) isLeaving = false
      write({ memberId, isSignedIn: true, known: current.getSnapshot()?.known ?? [] })
    },
    leave() {
      isLeaving = true
      const stored = current.getSnapshot()
      if (stored) write(stored)
    },
    signOut() {
      isLeaving = false
      const stored = current.getSnapshot()
      if (stored) write({ ...stored, isSignedIn: false })
    },
    noteDatabase(memberId) {
      const stored = current.getSnapshot()
      if (stored && !stored.known.includes(memberId)) write({ ...stored, known: [...stored.known, memberId] })
    },
    reread: () => become(read(syncStorage)),
  }
}

function read(syncStorage: SyncStorage | undefined): StoredMember | undefined {
  try {
    const it: unknown = JSON.parse(syncStorage?.getItem(memberKey) ?? 'null')
    if (typeof it !== 'object' || it === null || !('memberId' in it) || typeof it.memberId !== 'string')
      return undefined
    const known = 'known' in it && Array.isArray(it.known) ? it.known.filter((id) => typeof id === 'string') : []
    return { memberId: it.memberId, isSignedIn: 'isSignedIn' in it && it.isSignedIn === true, known }
  } catch {
    // Refused storage or a text that isn't JSON: a visitor, until the server says otherwise.
    return undefined
  }
}
