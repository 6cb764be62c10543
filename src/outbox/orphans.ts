import { ownReply } from './own-replies.ts'
import type { Event } from './transition.ts'

/** The event for a command whose `dependsOn` will never be applied. */
export function orphaned(at: number): Event {
  return { kind: 'rejected', reply: ownReply('dependencyFailed'), at }
}
