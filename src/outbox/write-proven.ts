import type { Answer, Call } from '#protocol/call.ts'
import { callProven, type ProvenCommand, type Unsealed } from '../api/step-up.ts'
import { announceApplied } from '../cache/applied.ts'

/** `writeNow` for a call that wants the transaction password or has a sealed `secret` in its arguments. */
export async function writeProven<C extends Call>(
  call: C,
  args: Unsealed<C>,
  command: ProvenCommand,
): Promise<Answer<C>> {
  const answer = await callProven(call, args, command)
  announceApplied({
    memberId: command.memberId,
    commandId: command.key,
    path: call.path,
    invalidates: call.invalidates,
  })
  return answer
}
