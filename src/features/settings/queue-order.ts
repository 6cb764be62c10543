import type { Lane } from '#protocol/call.ts'
import { isOpen, needsAttention, staysUntilDismissed, type Command } from '../../outbox/command.ts'

/** The heading of a command in the queue: its lane, or the foreground commands. */
export type Group = Lane | 'foreground'

/**
 * The queue as it is shown: lanes with commands that need the member come first, each lane in the order of the taps.
 * The settled commands follow, the newest first.
 */
export function queueOf(commands: readonly Command[]): { lanes: [Group, Command[]][]; settled: Command[] } {
  const lanes = new Map<Group, Command[]>()
  for (const it of commands) {
    const group = it.lane ?? 'foreground'
    if (isOpen(it) || staysUntilDismissed(it)) lanes.set(group, [...(lanes.get(group) ?? []), it])
  }
  return {
    lanes: [...lanes].toSorted(([, one], [, other]) => urgency(one) - urgency(other)),
    settled: commands.filter((it) => !isOpen(it) && !staysUntilDismissed(it)).toReversed(),
  }
}

function urgency(rows: readonly Command[]): number {
  return rows.some((row) => needsAttention(row) || row.state === 'unknown') ? 0 : 1
}
