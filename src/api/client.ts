import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { createEmitter } from '../lib/signal.ts'
import { createActivity, type Activity } from './activity.ts'
import { ApiError, duplicateMessage, saysSignedOut } from './api-error.ts'
import { newId } from './device.ts'
import { watchResponseDelay, type ResponseDelayWatch } from './response-delay.ts'
import { createSession, signedOut, type Alone, type Refreshed, type Session } from './session.ts'
import type { TransportRequest, Transport } from './transport.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** `Idempotency-Key`: the same for every repetition of a command. A writing call without a key gets a new one. */
  key?: string | undefined
  /** The place of the command in the sequence of its device. */
  sequence?: number | undefined
  /**
   * The encrypted transaction password (`proofOf`) for the header of calls that require it; it belongs to this `key`.
   */
  proof?: string | undefined
  /** The bytes of a call with `mostBodyBytes`. */
  body?: Uint8Array<ArrayBuffer> | undefined
  /** Send with this member's token, or reject without sending. */
  memberId?: string | undefined
  /** The call doesn't show the loading indicator. */
  isQuiet?: boolean
  /** A read that nobody waits for: it is quiet, and waits a moment for others to share a request with them. */
  mayWait?: boolean
}

export interface Client {
  /**
   * Makes one call (specification 7). Resolves with the parsed answer; rejects with ApiError only.
   * A token that has run out is renewed and the call repeated once, with the same key.
   */
  callApi<C extends Call>(call: C, args: ArgsInput<C>, options?: CallOptions): Promise<Answer<C>>
  readonly session: Session
  readonly activity: Activity
  /** How long the server has left all requests without an answer. */
  readonly responseDelay: Omit<ResponseDelayWatch, 'watch'>
  /** Calls `listener` after every call: with its error, or with undefined after an answer. */
  onOutcome(listener: (error: unknown) => void): () => void
}

/** Runs work that writes at the server, so that an update of the app can wait for its end. */
export type Underway = <T>(work: () => Promise<T>) => Promise<T>

/** Builds the client of a tab or a worker from its dependencies. */
export function createClient(transport: Transport, alone?: Alone, underway: Underway = (work) => work()): Client {
  const activity = createActivity()
  const inFlight = new Set<string>()
  const outcomes = createEmitter<unknown>()
  const responseDelay = watchResponseDelay()
  let share: typeof sendOnce | undefined
  let loaded: typeof import('./requesting.ts') | undefined

  // Lazy, so that the first file has no schemas: a start from the boot cache draws before the first request. While the
  // file is missing, the network is as it is for a request.
  async function requesting() {
    if (loaded) return loaded
    try {
      return (loaded = await responseDelay.watch(() => import('./requesting.ts')))
    } catch (cause) {
      const failure = new ApiError('network', 'a file of the program could not be loaded', { cause })
      outcomes.emit(failure)
      throw failure
    }
  }

  const session = createSession(async () => {
    const { askForGrant } = await requesting()
    return responseDelay.watch(() => askForGrant(transport))
  }, alone)

  async function callApi<C extends Call>(call: C, args: ArgsInput<C>, options: CallOptions = {}): Promise<Answer<C>> {
    const { checked, read } = await requesting()
    const request: TransportRequest = {
      args: checked(call, args),
      signal: options.signal,
      sequence: options.sequence,
      proof: options.proof,
      body: options.body,
      key: options.key ?? (call.writes && call.replayed ? newId() : undefined),
    }
    const leave = enter(inFlight, `${call.method} ${call.path} ${JSON.stringify(request.args)}`, options.signal)
    const finish = options.isQuiet || options.mayWait ? () => {} : activity.begin()
    try {
      const send = () => (options.mayWait ? sendShared(call, request) : withToken(call, request, options.memberId))
      const answer = read(call, await (call.writes ? underway(send) : send()))
      outcomes.emit(undefined)
      return answer
    } catch (error) {
      outcomes.emit(error)
      throw error
    } finally {
      leave()
      finish()
    }
  }

  async function sendShared(call: Call, request: TransportRequest): Promise<unknown> {
    const { shareRequests } = await requesting()
    share ??= shareRequests(withToken)
    return share(call, request)
  }

  function sendOnce(call: Call, request: TransportRequest): Promise<unknown> {
    return responseDelay.watch(async () => (await requesting()).sendRequest(transport, call, request))
  }

  async function withToken(call: Call, request: TransportRequest, memberId?: string): Promise<unknown> {
    // None is asked for after a sign-out: the cookie may still be alive, and would sign the member in again.
    if (!session.token() && session.isExpected()) await refreshed(undefined, request.signal)
    const token = tokenOf(memberId)
    const holder = session.memberId()
    try {
      return await sendOnce(call, { ...request, token })
    } catch (failure) {
      if (!saysSignedOut(failure) || !token) throw failure
      // A call that visitors may make too is repeated without a token when the session is over.
      if ((await refreshed(token, request.signal)) === 'dead' && call.who === 'member') throw failure
      return await lastTry(call, {
        ...request,
        token: tokenOf(memberId ?? (call.who === 'member' ? holder : undefined)),
      })
    }
  }

  /** All calls share the refresh, so it goes on; a call that is given up waits for it no longer. */
  function refreshed(stale: string | undefined, signal: AbortSignal | undefined): Promise<Refreshed> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new ApiError('aborted', 'given up by the caller'))
      if (signal?.aborted) return giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
      session.refresh(stale).then(resolve, reject)
    })
  }

  /** Nothing is sent with another member's token: another member may have signed in during the refresh. */
  function tokenOf(memberId: string | undefined): string | undefined {
    if (memberId !== undefined && session.memberId() !== memberId) throw signedOut()
    return session.token()
  }

  async function lastTry(call: Call, request: TransportRequest): Promise<unknown> {
    try {
      return await sendOnce(call, request)
    } catch (failure) {
      if (saysSignedOut(failure)) session.end('expired')
      throw failure
    }
  }

  return {
    callApi,
    session,
    activity,
    responseDelay,
    onOutcome: outcomes.subscribe,
  }
}

/**
 * Rejects the second of two identical requests (specification 4). After an abort, the same request may be sent again at
 * once.
 */
function enter(inFlight: Set<string>, mark: string, signal: AbortSignal | undefined): () => void {
  if (inFlight.has(mark)) throw new ApiError('aborted', duplicateMessage)
  inFlight.add(mark)
  let isIn = true
  const leave = () => {
    if (isIn) inFlight.delete(mark)
    isIn = false
    signal?.removeEventListener('abort', leave)
  }
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return leave
}
