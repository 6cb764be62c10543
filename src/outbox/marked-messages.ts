import { noticeRead, noticeReadAll, type Message } from '#protocol/messages.ts'
import type { Command } from './command.ts'

/** Whether a command marks a message as read. */
export function marks(command: Command, { id, at }: Message): boolean {
  const { call, args } = command
  return (
    idsOf(command).includes(id) || (call === noticeReadAll.path && typeof args.before === 'string' && at <= args.before)
  )
}

/** The messages that a command marks one by one. */
export function idsOf({ call, args }: Command): readonly string[] {
  return call === noticeRead.path && Array.isArray(args.ids) ? (args.ids as string[]) : []
}
