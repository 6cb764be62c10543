import { noticeList, noticeRead, noticeReadAll, type Message } from '#protocol/messages.ts'
import type { ListCache } from '../cache/persistent/list-cache.ts'
import { instant } from '../lib/clock.ts'
import type { Command } from './command.ts'
import { marks } from './marked-messages.ts'

/**
 * Stores with the messages what an applied command has marked as read: its row goes after a day, and messages below the
 * newest page are seldom fetched again. Rejects where the database can't be used.
 */
export async function storeReadMarks(lists: Pick<ListCache, 'amend'>, command: Command): Promise<void> {
  if (command.call !== noticeRead.path && command.call !== noticeReadAll.path) return
  const readAt = instant(command.settledAt ?? 0)
  await lists.amend(noticeList.path, (item) => {
    const message = item as Message
    return message.readAt === null && marks(command, message) ? { ...message, readAt } : message
  })
}
