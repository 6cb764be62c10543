import { hashKey } from '@tanstack/react-query'
import { noticeList } from '#protocol/messages.ts'
import { queryClient, member, signedInId } from '../cache/cache.ts'
import { readOf } from '../cache/read-of.ts'
import { reported } from '../lib/report.ts'
import { commands } from '../outbox/current-commands.ts'
import { readMarks } from '../outbox/read-marks.ts'

/** What the badge of the tab My asks for. */
const { queryKey } = readOf(noticeList, { limit: 1 })

/**
 * Keeps the badge of the app's icon, which pushes set, at the unread messages that the app shows. After signing out it
 * goes, and so do the shown notifications: nobody else who holds the device may read them.
 */
export function followBadge(): void {
  const hash = hashKey(queryKey)
  let memberId = signedInId()
  let before: number | undefined
  // A push may have set another number since, so every answer sets its own.
  const show = (isAnswer: boolean) => {
    const count = signedInId() === undefined ? undefined : unread()
    if (count === undefined || (count === before && !isAnswer)) return
    before = count
    setBadge(count)
  }
  const leave = () => {
    if (signedInId() === memberId) return
    if (memberId !== undefined) {
      setBadge(0)
      closeNotifications().catch(reported('notifications: close'))
    }
    memberId = signedInId()
    before = undefined
  }
  show(true)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryHash === hash && event.type === 'updated' && event.action.type === 'success') show(true)
  })
  commands.subscribe(() => show(false))
  member.subscribe(leave)
}

/** Undefined where no answer is here. */
function unread(): number | undefined {
  const state = queryClient.getQueryState(queryKey)
  if (!state?.data) return undefined
  return readMarks(commands.getSnapshot()).unreadOf(state.data.unread, state.dataUpdatedAt, state.data.items)
}

function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const setting = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  setting.catch(reported('badge'))
}

async function closeNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration || !('getNotifications' in registration)) return
  for (const it of await registration.getNotifications()) it.close()
}
