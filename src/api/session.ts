import type { authRefresh } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { createEmitter } from '../lib/signal.ts'
import { ApiError, saysAccountDeleted, saysSignedOut } from './api-error.ts'

/** `alive`: there is a token. `dead`: the server says that no member is signed in, or they have just signed out. */
export type Refreshed = 'alive' | 'dead'

/** Why there is no session any more, where the member didn't end it. */
export type SessionEnding = 'expired' | 'accountDeleted'

/** The server's answer to a sign-in or a refresh. It is never stored. */
export type Grant = Answer<typeof authRefresh>

/** Runs one piece of work at a time, across tabs and the worker. */
export type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>

const lockName = 'voltfolio-session'
/**
 * A tab that is frozen during a refresh must not block the others for longer. The server tolerates a refresh token that
 * is used twice.
 */
const lockPatienceMs = 20_000

export interface Session {
  token(): string | undefined
  /** The member whom the token belongs to. */
  memberId(): string | undefined
  /** What the server knew of this device when it issued the token. */
  deviceSeen(): Grant['device']
  /** Begins a session with the answer to a sign-in or a refresh. */
  begin(grant: Grant): void
  /**
   * Says that a member was signed in here before, so that the first call refreshes the token instead of going without.
   */
  expect(): void
  isExpected(): boolean
  /**
   * Ends the session: forgets the token and tells the listeners. Without `ending` it is the member who signs out.
   */
  end(ending?: SessionEnding): void
  /** Why the last session ended, until the next sign-in or sign-out. */
  ending(): SessionEnding | undefined
  /**
   * Set while a reset by code ends all sessions of the member at the server and begins another here. An end in between
   * is no reason to leave the page.
   */
  isReplaced?: boolean
  /** Set while a registration signs in, whose member is then asked for a picture and a name. */
  isFirst?: boolean
  /** Forgets the token and tells nobody: another tab has the current session. A refresh under way begins none. */
  drop(): void
  /**
   * Fetches a new token, once for all callers at the time. `stale` is the token that was rejected. If there is another
   * one by now, nothing is fetched. Rejects with ApiError where the outcome is unknown.
   */
  refresh(stale: string | undefined): Promise<Refreshed>
  /** Calls `listener` with the member's id at a sign-in, and with undefined at the end of the session. */
  subscribe(listener: (memberId: string | undefined) => void): () => void
}

/** The session of this tab or worker: an access token in memory, renewed by a cookie that no script can read. */
export function createSession(fetchGrant: () => Promise<Grant>, alone: Alone = withWebLock): Session {
  const { emit, subscribe } = createEmitter<string | undefined>()
  let grant: Grant | undefined
  let expected = false
  let ended: SessionEnding | undefined
  let underWay: Promise<Refreshed> | undefined

  function tell() {
    emit(grant?.memberId)
  }

  function begin(next: Grant) {
    const isNew = next.memberId !== grant?.memberId
    underWay = undefined
    grant = next
    expected = true
    ended = undefined
    if (isNew) tell()
  }

  function drop() {
    underWay = undefined
    grant = undefined
    expected = false
  }

  function end(ending?: SessionEnding) {
    drop()
    ended = ending
    tell()
  }

  /** `isCurrent`: no session was begun or ended meanwhile. Otherwise the answer belongs to an earlier one. */
  async function renew(isCurrent: () => boolean): Promise<Refreshed> {
    try {
      const next = await alone(lockName, fetchGrant)
      if (isCurrent()) begin(next)
    } catch (failure) {
      if (!saysSignedOut(failure)) throw failure
      if (isCurrent()) end(saysAccountDeleted(failure) ? 'accountDeleted' : 'expired')
    } finally {
      if (isCurrent()) underWay = undefined
    }
    return grant ? 'alive' : 'dead'
  }

  return {
    token: () => grant?.accessToken,
    memberId: () => grant?.memberId,
    deviceSeen: () => grant?.device,
    isExpected: () => expected,
    expect: () => {
      expected = true
    },
    begin,
    end,
    ending: () => ended,
    drop,
    refresh(stale) {
      if (grant && grant.accessToken !== stale) return Promise.resolve('alive')
      if (underWay) return underWay
      const mine: Promise<Refreshed> = renew(() => underWay === mine)
      underWay = mine
      return mine
    },
    subscribe,
  }
}

/** The rejection of a call whose session is over. */
export function signedOut(): ApiError {
  return new ApiError('rejected', 'signed out', { errno: 401, http: 401 })
}

async function withWebLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Web Locks are absent on plain http. The server tolerates the two simultaneous refreshes that may result.
  if (!('locks' in navigator)) return work()
  let entered = false
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(lockPatienceMs) }, () => {
      entered = true
      return work()
    })
  } catch (failure) {
    if (entered) throw failure
    return work()
  }
}
