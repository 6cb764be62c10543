import { session } from '../api/api.ts'
import { createSignal } from '../lib/signal.ts'
import { checkDevice, member, settleCache } from '../cache/cache.ts'
import { connectionTo } from '../cache/storage/databases.ts'
import { memberName } from '../cache/storage/names.ts'
import { unread, type Command } from './command.ts'
import type { TabOutbox } from './tab-outbox.ts'
import { askForSync, askToPersist } from './triggers.ts'

/**
 * The commands of the member who is, or was last, signed in; for `useSyncExternalStore`. Empty until the outbox is
 * loaded.
 */
export const commands = createSignal<readonly Command[]>(unread)

let opening: { memberId: string; outbox: Promise<TabOutbox> } | undefined
let close: (() => void) | undefined

/** To be called once, after the first frame: opens the outbox, sends what was left over, follows who is signed in. */
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
    checkDevice(memberId).catch(() => {})
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
    // Its file may be missing just now; the next one who asks tries again.
    next?.outbox.catch(() => {
      if (opening === next) opening = undefined
    })
  }
  return opening?.outbox
}

/** Something is on the disk that must not get lost: the worker is asked to send it, the browser to keep the store. */
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
  // A store that can't be opened is told by the first command that can't be kept.
  settle()
  if (session.memberId() === memberId) resume(outbox)
  else void outbox.drain(true)
  return outbox
}

function resume(outbox: TabOutbox): void {
  void outbox.resume()
  // Where the server can't be asked now, the queue page and the next start ask again.
  outbox.checkConfirmed().catch(() => {})
}
