import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { reported } from '../lib/report.ts'
import { queryClient } from '../cache/cache.ts'
import { isOpen } from '../outbox/command.ts'
import { commands, unread } from '../outbox/current-commands.ts'

type Profile = Answer<typeof userInfo>['userInfo']

interface Followed<T> {
  /** The entry of localStorage that holds what was applied here last; with a member's id, what was of theirs. */
  name: string
  /** The member's choice; null where they made none yet. */
  choiceOf: (profile: Profile) => T | null
  /** `isNews` where an earlier choice of this member was applied here, and they have made another one since. */
  apply: (choice: T, isNews: boolean) => void | Promise<void>
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
    const { memberId } = profile
    const last = noted(name)
    const now = JSON.stringify([memberId, choice])
    // A choice that was applied here before isn't news: a newer one of this device stays until the server has it.
    if (last === now) return
    const ofMember = `${name}-${memberId}`
    const [before, own] = [noted(ofMember), JSON.stringify(choice)]
    // Earlier versions noted only the last member's.
    const wasLast = last?.startsWith(JSON.stringify([memberId]).slice(0, -1)) === true
    const applied = Promise.resolve(apply(choice, before === undefined ? wasLast : before !== own))
    // Where it can't be applied, such as a language without a network, the next answer tries again.
    applied.then(() => {
      note(name, now)
      note(ofMember, own)
    }, reported(name))
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
