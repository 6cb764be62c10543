import { ownReasonOf } from '../lib/own-reasons.ts'
import type { Command, State } from './command.ts'

/**
 * What is said of a command: its state, told apart where it was tried before (docs/offline.md, "States") and where the
 * outbox itself gave it up, so that no server refused it.
 */
export type ShownState = State | 'retrying' | 'checking' | 'notSent'

export function shownState({ state, waiting, reply }: Command): ShownState {
  if (state === 'rejected' && ownReasonOf(reply) !== undefined) return 'notSent'
  if (state !== 'queued' || waiting === undefined) return state
  return waiting.why === 'interrupted' ? 'checking' : 'retrying'
}
