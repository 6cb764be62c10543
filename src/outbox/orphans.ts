import { ownReply } from './own-replies.ts'
import type { Event } from './transition.ts'

/** What happens to a command when the one it waited for will never be applied. */
export function orphaned(at: number): Event {
  return { kind: 'rejected', reply: ownReply('dependencyFailed'), at }
}
