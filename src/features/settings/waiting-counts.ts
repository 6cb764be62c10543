import { isOpen, needsAttention, type Command } from '../../outbox/command.ts'

/** How many commands wait, by what happens to them next. */
export interface WaitingCounts {
  /** They are sent, now or after a log-in or an update. */
  unsent: number
  /** They were sent and have no answer; only their outcome is asked. */
  unanswered: number
  /** They stay until the member has looked at them. */
  attention: number
}

export function waitingCounts(commands: readonly Command[]): WaitingCounts {
  return {
    unsent: commands.filter((it) => isOpen(it) && !isUnanswered(it)).length,
    unanswered: commands.filter(isUnanswered).length,
    attention: commands.filter(needsAttention).length,
  }
}

/** True for what is never sent again. A foreground command is sent once, while the member waits. */
export function isUnanswered({ delivery, state }: Command): boolean {
  return state === 'unknown' || (delivery === 'foreground' && (state === 'queued' || state === 'inflight'))
}
