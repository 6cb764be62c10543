import type { Command, State } from './command.ts'

/** What is said of a command: its state, told apart where it was tried before (docs/offline.md, "States"). */
export type ShownState = State | 'retrying' | 'checking'

export function shownState({ state, waiting }: Command): ShownState {
  if (state !== 'queued' || waiting === undefined) return state
  return waiting.why === 'interrupted' ? 'checking' : 'retrying'
}
