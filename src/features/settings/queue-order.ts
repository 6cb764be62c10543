import type { Lane } from '#protocol/call.ts'
import { isOpen, needsAttention, type Command } from '../../outbox/command.ts'

/** How the queue is shown: by lane in the order of the taps, what needs the member first; then what is over, the newest first. */
export function queueOf(commands: readonly Command[]): { lanes: [Lane, Command[]][]; settled: Command[] } {
  const lanes = new Map<Lane, Command[]>()
  for (const it of commands) {
    if (isOpen(it) || needsAttention(it)) lanes.set(it.lane, [...(lanes.get(it.lane) ?? []), it])
  }
  return {
    lanes: [...lanes].toSorted(([, one], [, other]) => urgency(one) - urgency(other)),
    settled: commands.filter((it) => !isOpen(it) && !needsAttention(it)).toReversed(),
  }
}

function urgency(rows: readonly Command[]): number {
  return rows.some(needsAttention) ? 0 : 1
}
