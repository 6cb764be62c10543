import { useSyncExternalStore } from 'react'
import { noticeRead, noticeReadAll, type Message } from '#protocol/messages.ts'
import { isOpen, type Command } from '../../outbox/command.ts'
import { commands } from '../../outbox/current-commands.ts'

/** Which messages are read, by the server's answers and by the outbox's commands that the server has not confirmed. */
export interface ReadMarks {
  isRead(message: Message): boolean
  /** How many are unread: `unread` is what the server counted, `loaded` the messages known here, newest first. */
  unreadOf(unread: number, loaded: readonly Message[]): number
}

export function useReadMarks(): ReadMarks {
  return readMarks(useSyncExternalStore(commands.subscribe, commands.getSnapshot))
}

export function readMarks(all: readonly Command[]): ReadMarks {
  const open = all.filter(isOpen)
  // Applied commands count too: until the refetched list arrives, its messages would become unread again.
  const made = all.filter((it) => isOpen(it) || it.state === 'applied')
  return {
    isRead: (message) => message.readAt !== null || made.some((it) => marks(it, message)),
    unreadOf(unread, loaded) {
      const isOnItsWay = (message: Message) => open.some((it) => marks(it, message))
      const [newest] = loaded
      // A command that marks the newest message marks all older ones too, also those that are not loaded here.
      if (newest && open.some((it) => it.call === noticeReadAll.path && marks(it, newest))) return 0
      return Math.max(0, unread - loaded.filter((it) => it.readAt === null && isOnItsWay(it)).length)
    },
  }
}

function marks({ call, args }: Command, { id, at }: Message): boolean {
  if (call === noticeRead.path) return Array.isArray(args.ids) && args.ids.includes(id)
  return call === noticeReadAll.path && typeof args.before === 'string' && at <= args.before
}
