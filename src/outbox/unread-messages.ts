import { useSyncExternalStore } from 'react'
import type { Message } from '#protocol/messages.ts'
import { isLater } from '../lib/clock.ts'
import { isOpen, type Command } from './command.ts'
import { commands } from './current-commands.ts'
import { marks } from './marked-messages.ts'

/** What the server counted as unread at the time `at`, in milliseconds, and the messages known here, newest first. */
interface Known {
  unread: number
  at: number
  loaded: readonly Message[]
}

export function useUnreadMessages(known: Known): ReadonlySet<string> {
  return unreadMessages(useSyncExternalStore(commands.subscribe, commands.getSnapshot), known)
}

/**
 * The ids of the messages that are unread, by the server's answers and by the outbox's commands that the server has not
 * confirmed. Below as many as the server counted all are read, whatever their entries say: those further down are
 * seldom fetched again, and may have been read on another device.
 */
export function unreadMessages(all: readonly Command[], { unread, at, loaded }: Known): ReadonlySet<string> {
  const [counted, since] = [
    all.filter((it) => it.state === 'applied' && !isLater(it.settledAt ?? 0, at)),
    // Applied commands count too: until the refetched list arrives, its messages would become unread again.
    all.filter((it) => isOpen(it) || (it.state === 'applied' && isLater(it.settledAt ?? 0, at))),
  ]
  const left = loaded
    .filter((message) => message.readAt === null && !counted.some((it) => marks(it, message)))
    .slice(0, unread)
  return new Set(left.filter((message) => !since.some((it) => marks(it, message))).map(({ id }) => id))
}
