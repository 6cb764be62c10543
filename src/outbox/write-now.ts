import type { Answer, ArgsInput, Call } from '#protocol/call.ts'
import { callApi, session } from '../api/api.ts'
import type { CallOptions } from '../api/client.ts'
import { newId } from '../api/device.ts'
import { announceApplied } from '../cache/applied.ts'

/**
 * Makes a writing call that can't wait (a payment, a draw) and has the reads it touches fetched again, in every tab.
 * `key` is one per intention of the member: pass the same one when they press again after "nobody knows".
 */
export async function writeNow<C extends Call>(
  call: C,
  args: ArgsInput<C>,
  options: CallOptions = {},
): Promise<Answer<C>> {
  const key = options.key ?? newId()
  const answer = await callApi(call, args, { ...options, key })
  announceApplied({
    memberId: session.memberId() ?? '',
    commandId: key,
    path: call.path,
    invalidates: call.invalidates,
  })
  return answer
}
