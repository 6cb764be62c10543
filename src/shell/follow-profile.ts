import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { reported } from '../lib/report.ts'
import { queryClient } from '../cache/cache.ts'
import { isOpen } from '../outbox/command.ts'
import { commands, unread } from '../outbox/current-commands.ts'

type Profile = Answer<typeof userInfo>['userInfo']

interface Followed<T> {
  /** The entry of localStorage that holds what was applied here last. */
  name: string
  /** The member's choice; null where they made none yet. */
  choiceOf: (profile: Profile) => T | null
  /** `isFirst` where this member's choice was never applied on this device. */
  apply: (choice: T, isFirst: boolean) => void | Promise<void>
}

/** Milliseconds after which an outbox that isn't read yet is taken for one that can't be: storage may be blocked. */
const patienceMs = 5000

/** Applies what the member chose on another device, as soon as the server returns it. */
export function followProfile<T>({ name, choiceOf, apply }: Followed<T>): void {
  let isWaiting = false
  const follow = () => {
    if (isWaiting) return
    const profile = queryClient.getQueryData<Answer<typeof userInfo>>(['user/info', {}])?.userInfo
    const choice = profile && choiceOf(profile)
    if (!profile || choice == null || isOurOwnOnItsWay()) return
    const before = noted(name)
    const now = JSON.stringify([profile.memberId, choice])
    // A choice that was applied here before isn't news: a newer one of this device stays until the server has it.
    if (before === now) return
    const isFirst = before?.startsWith(JSON.stringify([profile.memberId]).slice(0, -1)) !== true
    // Where it can't be applied, such as a language without a network, the next answer tries again.
    Promise.resolve(apply(choice, isFirst)).then(() => note(name, now), reported(name))
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'user/info') follow()
  })
  let waiting: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(waiting)
    isWaiting = false
    follow()
  }
  // Until the outbox is read, a choice of this device may be on its way, and the server's is the one before. A member
  // who signs in has another outbox.
  const waitForOutbox = () => {
    if (commands.getSnapshot() !== unread) return settle()
    isWaiting = true
    clearTimeout(waiting)
    waiting = setTimeout(settle, patienceMs)
  }
  commands.subscribe(waitForOutbox)
  waitForOutbox()
}

// Where storage is blocked nothing can be remembered, so each start applies the server's choice.
function noted(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function note(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // As above.
  }
}

function isOurOwnOnItsWay(): boolean {
  return commands.getSnapshot().some((it) => it.call === 'user/update/info' && isOpen(it))
}
