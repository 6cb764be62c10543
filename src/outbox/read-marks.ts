import { useSyncExternalStore } from 'react'
import { noticeReadAll, type Message } from '#protocol/messages.ts'
import { isLater } from '../lib/clock.ts'
import { isOpen, type Command } from './command.ts'
import { commands } from './current-commands.ts'
import { idsOf, marks } from './marked-messages.ts'

/** By the server's answers and by the outbox's commands that the server has not confirmed. */
export interface ReadMarks {
  /**
   * How many are unread: `unread` is what the server counted at the time `at`, in milliseconds; `loaded` are the
   * messages known here, newest first.
   */
  unreadOf(unread: number, at: number, loaded: readonly Message[]): number
}

export function useReadMarks(): ReadMarks {
  return readMarks(useSyncExternalStore(commands.subscribe, commands.getSnapshot))
}

/** How many messages are unread, by the query of the newest ones. */
export function useUnread({ data, dataUpdatedAt }: NewestMessages): number {
  return useReadMarks().unreadOf(data?.unread ?? 0, dataUpdatedAt, data?.items ?? [])
}

interface NewestMessages {
  data: { unread: number; items: readonly Message[] } | undefined
  /** In milliseconds. */
  dataUpdatedAt: number
}

export function readMarks(all: readonly Command[]): ReadMarks {
  return {
    unreadOf(unread, at, loaded) {
      // Applied commands count too: until the refetched list arrives, its messages would become unread again.
      const since = all.filter((it) => isOpen(it) || (it.state === 'applied' && isLater(it.settledAt ?? 0, at)))
      const isMarked = (message: Message) => since.some((it) => marks(it, message))
      const [newest] = loaded
      // A command that marks the newest message marks all older ones too, also those that are not loaded here.
      if (newest && since.some((it) => it.call === noticeReadAll.path && marks(it, newest))) return 0
      // Of those that are not loaded here, only unread ones are marked one by one.
      const marked = new Set(since.flatMap(idsOf))
      for (const it of loaded) if (it.readAt !== null) marked.delete(it.id)
      for (const it of loaded) if (it.readAt === null && isMarked(it)) marked.add(it.id)
      return Math.max(0, unread - marked.size)
    },
  }
}
