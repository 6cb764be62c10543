import * as v from 'valibot'
import { authRefresh } from '#protocol/auth.ts'
import type { Call } from '#protocol/call.ts'
import { read } from './checked.ts'
import type { Grant } from './session.ts'
import { sendRequest, type Transport } from './transport.ts'

// All that the first request needs is one module: another lazy file would cost a request.
export { checked, read } from './checked.ts'
export { sendRequest } from './transport.ts'
export { shareRequests } from './shared-request.ts'
export { firstCalls } from '#protocol/first-calls.ts'

/**
 * A stored answer, or the pages of one, with the defaults of fields that its call has got since. What doesn't match the
 * call's schema any more is left as it is: screens show of it what they can.
 */
export function completed(call: Call, stored: unknown): unknown {
  if (isPaged(stored)) return { ...stored, pages: stored.pages.map((page) => completed(call, page)) }
  const result = v.safeParse(call.answer, stored)
  return result.success ? result.output : stored
}

function isPaged(stored: unknown): stored is { pages: unknown[] } {
  return typeof stored === 'object' && stored !== null && 'pageParams' in stored
}

/** Fetches a new token; the refresh cookie says for whom. */
export async function askForGrant(transport: Transport): Promise<Grant> {
  return read(authRefresh, await sendRequest(transport, authRefresh, { args: {} }))
}
