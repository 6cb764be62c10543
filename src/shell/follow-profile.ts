import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { reported } from '../lib/report.ts'
import { queryClient } from '../cache/cache.ts'
import { isOpen } from '../outbox/command.ts'
import { commands } from '../outbox/current-outbox.ts'

type Profile = Answer<typeof userInfo>['userInfo']

interface Followed<T> {
  /** The entry of localStorage that holds what was applied here last. */
  name: string
  /** The member's choice; null where they made none yet. */
  choiceOf: (profile: Profile) => T | null
  /** `isFirst` where this member's choice was never applied on this device. */
  apply: (choice: T, isFirst: boolean) => void | Promise<void>
}

/** Applies what the member chose on another device, as soon as the server returns it. */
export function followProfile<T>({ name, choiceOf, apply }: Followed<T>): void {
  const follow = () => {
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
  follow()
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
