import type { Message } from '#protocol/messages.ts'

/** Settlements of one day, newest first. */
export interface MessageGroup {
  key: string
  day: string
  messages: readonly Message[]
}

export type MessageLine =
  | { kind: 'message'; day: string; message: Message; isInGroup: boolean }
  | { kind: 'group'; day: string; group: MessageGroup }

/**
 * Messages as lines of a list. Several "Income settled" of one day are one line, where the newest of them stands; an
 * open one is followed by its messages. `days` holds the day of each message.
 */
export function linesOf(
  messages: readonly Message[],
  days: readonly string[],
  isOpen: (key: string) => boolean,
): MessageLine[] {
  const settled = new Map<string, Message[]>()
  for (const [index, message] of messages.entries()) {
    if (message.kind !== 'income_settled') continue
    const day = days[index] ?? ''
    settled.set(day, [...(settled.get(day) ?? []), message])
  }
  return messages.flatMap((message, index): MessageLine[] => {
    const day = days[index] ?? ''
    const together = message.kind === 'income_settled' ? (settled.get(day) ?? []) : []
    if (together.length < 2) return [{ kind: 'message', day, message, isInGroup: false }]
    if (together[0] !== message) return []
    const group = { key: `settled ${day}`, day, messages: together }
    const own = together.map((it) => ({ kind: 'message' as const, day, message: it, isInGroup: true }))
    return [{ kind: 'group', day, group }, ...(isOpen(group.key) ? own : [])]
  })
}
