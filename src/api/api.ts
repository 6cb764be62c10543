import { systemClock } from '../lib/clock.ts'
import { createClient } from './client.ts'
import { newId } from './device.ts'
import { whileWriting } from './writing.ts'
import { userAgent } from './user-agent.ts'
import type { Caller } from './transport.ts'

let caller: Caller = { appType: 'h5', language: 'en', country: 'ID', device: newId(), userAgent: userAgent() }

/** Changes the caller that all later requests name in their headers; the start and the settings screen call it. */
export function speakAs(change: Partial<Caller>): void {
  caller = { ...caller, ...change }
}

/** The caller that requests name in their headers. */
export function currentCaller(): Caller {
  return caller
}

/** The client of this tab or worker. */
export const { callApi, session, activity, responseDelay, onOutcome } = createClient(
  {
    fetch: (url, request) => fetch(url, request),
    base: '',
    clock: systemClock,
    caller: currentCaller,
    timeout: (ms) => AbortSignal.timeout(ms),
  },
  undefined,
  whileWriting,
)
