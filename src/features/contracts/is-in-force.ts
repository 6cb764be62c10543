import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'

/** Whether a contract is approved that applies until an update of it is. An earlier build's answer doesn't name it. */
export function isInForce({ button, approved }: Answer<typeof contractInfo>): boolean {
  return approved ? !approved.hasEnded : button === 2
}
