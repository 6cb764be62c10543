import type { Lane } from '#protocol/call.ts'
import { isOpen, needsAttention, type Command } from '../../outbox/command.ts'

/** Where a command stands: in its lane, or among those that were sent at once. */
export type Group = Lane | 'foreground'

/**
 * How the queue is shown: by lane in the order of the taps, what needs the member first; then what is over, the newest
 * first.
 */
export function queueOf(commands: readonly Command[]): { lanes: [Group, Command[]][]; settled: Command[] } {
  const lanes = new Map<Group, Command[]>()
  for (const it of commands) {
    const group = it.lane ?? 'foreground'
    if (isOpen(it) || needsAttention(it)) lanes.set(group, [...(lanes.get(group) ?? []), it])
  }
  return {
    lanes: [...lanes].toSorted(([, one], [, other]) => urgency(one) - urgency(other)),
    settled: commands.filter((it) => !isOpen(it) && !needsAttention(it)).toReversed(),
  }
}

function urgency(rows: readonly Command[]): number {
  return rows.some((row) => needsAttention(row) || row.state === 'unknown') ? 0 : 1
}
