import type { authRefresh } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import { createEmitter } from '../lib/signal.ts'
import { ApiError, saysSignedOut } from './api-error.ts'

/** `alive`: there is a token. `dead`: the server says that nobody is signed in. */
export type Refreshed = 'alive' | 'dead'

/** What the server hands out at sign-in and at a refresh. Never written anywhere. */
export type Grant = Answer<typeof authRefresh>

/** Runs one piece of work at a time, across tabs and worker. */
export type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>

const lockName = 'voltfolio-session'
/**
 * A tab frozen in the middle of a refresh must not hold up the others; the server forgives a refresh token used twice.
 */
const lockPatienceMs = 20_000

export interface Session {
  token(): string | undefined
  /** Whose token it is. */
  memberId(): string | undefined
  /** What the server had seen of this device when it handed out the token. */
  deviceSeen(): Grant['device']
  /** Takes what sign-in or refresh handed out. */
  begin(grant: Grant): void
  /** A member was here before: ask for a token before calling in nobody's name. */
  expect(): void
  isExpected(): boolean
  /**
   * The session is over: forgets the token and tells the listeners. `isExpired` where the server says so, not the
   * member.
   */
  end(isExpired?: boolean): void
  /** True from a session's end by the server until somebody signs in. */
  hasExpired(): boolean
  /** Forgets the token only: another tab knows better who is signed in. */
  drop(): void
  /**
   * Fetches a new token, once however many ask. `stale` is the token that was rejected: where another one
   * has come in meanwhile, nothing is fetched. Rejects with ApiError where nobody knows.
   */
  refresh(stale: string | undefined): Promise<Refreshed>
  /** Called with the member's id when someone is signed in, with undefined when the session is over. */
  subscribe(listener: (memberId: string | undefined) => void): () => void
}

/** The session of this tab or worker: an access token in memory, renewed by a cookie that no script can read. */
export function createSession(fetchGrant: () => Promise<Grant>, alone: Alone = withWebLock): Session {
  const { emit, subscribe } = createEmitter<string | undefined>()
  let grant: Grant | undefined
  let expected = false
  let expired = false
  let underWay: Promise<Refreshed> | undefined

  function tell() {
    emit(grant?.memberId)
  }

  function begin(next: Grant) {
    const isNew = next.memberId !== grant?.memberId
    grant = next
    expected = true
    expired = false
    if (isNew) tell()
  }

  function drop() {
    grant = undefined
    expected = false
  }

  function end(isExpired = false) {
    drop()
    expired = isExpired
    tell()
  }

  async function renew(): Promise<Refreshed> {
    try {
      begin(await alone(lockName, fetchGrant))
      return 'alive'
    } catch (failure) {
      if (!saysSignedOut(failure)) throw failure
      end(true)
      return 'dead'
    }
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
    hasExpired: () => expired,
    drop,
    refresh(stale) {
      if (grant && grant.accessToken !== stale) return Promise.resolve('alive')
      underWay ??= renew().finally(() => {
        underWay = undefined
      })
      return underWay
    },
    subscribe,
  }
}

/** The rejection of a call whose session is over. */
export function signedOut(): ApiError {
  return new ApiError('rejected', 'signed out', { errno: 401, http: 401 })
}

async function withWebLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Absent on plain http. Two refreshes at once are then settled by the server's grace.
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
