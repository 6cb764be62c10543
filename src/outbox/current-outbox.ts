import { session } from '../api/api.ts'
import { member } from '../cache/cache.ts'
import { settleCache } from '../cache/settle-cache.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { memberName } from '../cache/storage/names.ts'
import { commands, unread } from './current-commands.ts'
import type { TabOutbox } from './tab-outbox.ts'
import { askForSync, askToPersist } from './triggers.ts'

let opening: { memberId: string; outbox: Promise<TabOutbox> } | undefined
let close: (() => void) | undefined

/** Called once, after the first frame. Opens the outbox, sends what waits, and follows sign-in and sign-out. */
export function startOutbox(): void {
  follow()
  member.subscribe(follow)
  session.subscribe((memberId) => {
    if (!memberId) return
    void currentOutbox()
      ?.then((outbox) => {
        if (outbox.memberId === memberId) resume(outbox)
      })
      .catch(() => {})
    settleCache(memberId).catch(() => {})
  })
}

function follow(): void {
  currentOutbox()?.catch(() => {})
}

/** The outbox of the member who is, or was last, signed in; undefined where nobody ever was. Loads it if need be. */
export function currentOutbox(): Promise<TabOutbox> | undefined {
  const memberId = member.getSnapshot()?.memberId
  if (opening?.memberId !== memberId) {
    close?.()
    const next = memberId === undefined ? undefined : { memberId, outbox: open(memberId) }
    opening = next
    // Its chunk could not be loaded; the next call tries again.
    next?.outbox.catch(() => {
      if (opening === next) opening = undefined
    })
  }
  return opening?.outbox
}

/** After a command was saved: asks for a sync event of the worker and for persistent storage. */
export function afterSaving(): void {
  askForSync().catch(() => {})
  askToPersist().catch(() => {})
}

async function open(memberId: string): Promise<TabOutbox> {
  let isOpen = true
  let stop: (() => void) | undefined
  commands.set(unread)
  close = () => {
    isOpen = false
    stop?.()
  }
  const { openTabOutbox } = await import('./tab-outbox.ts')
  const outbox = openTabOutbox(memberId)
  const show = () => {
    if (isOpen) commands.set(outbox.commands.getSnapshot())
  }
  const unsubscribe = outbox.commands.subscribe(show)
  const settle = () => void settleCache(memberId).catch(() => {})
  const stopHearing = connectionTo(memberName(memberId)).onClosed(settle)
  stop = () => {
    unsubscribe()
    stopHearing()
    outbox.stop()
  }
  if (!isOpen) stop()
  show()
  // Where storage can't be opened, the first command that can't be saved says so.
  settle()
  if (session.memberId() === memberId) resume(outbox)
  else void outbox.drain(true)
  return outbox
}

function resume(outbox: TabOutbox): void {
  void outbox.resume()
  // Without an answer, the queue page and the next start ask again.
  outbox.checkConfirmed().catch(() => {})
}
