import { systemClock } from '../lib/clock.ts'
import { createClient } from './client.ts'
import { newId } from './device.ts'
import { whileWriting } from './writing.ts'
import { userAgent } from './user-agent.ts'
import type { Caller } from './transport.ts'

let caller: Caller = { appType: 'h5', language: 'en', country: 'ID', device: newId(), userAgent: userAgent() }

/** Says who speaks from now on; boot and the settings screen call it. */
export function speakAs(change: Partial<Caller>): void {
  caller = { ...caller, ...change }
}

/** Who speaks. */
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
