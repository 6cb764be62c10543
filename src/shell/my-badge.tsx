import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { noticeList } from '#protocol/messages.ts'
import { needsAttention } from '../outbox/command.ts'
import { commands } from '../outbox/current-commands.ts'
import { useUnread } from '../outbox/read-marks.ts'
import { readOf } from '../cache/read-of.ts'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { CountBadge } from '../ui/count-badge.tsx'

/** Requested for its count of unread messages. */
const newestMessage = readOf(noticeList, { limit: 1 })

/** The badge of the tab My: unread messages, and saved commands that need the member's decision. */
export function MyBadge() {
  const isMember = useSignedIn() !== undefined
  const unread = useUnread(useQuery({ ...newestMessage, enabled: isMember }))
  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const count = isMember ? unread + rows.filter((it) => needsAttention(it) || it.state === 'unknown').length : 0
  if (count === 0) return null
  return (
    <>
      <CountBadge count={count} isBeside />
      <span className="sr-only">
        <Plural value={count} one="# new" other="# new" />
      </span>
    </>
  )
}
