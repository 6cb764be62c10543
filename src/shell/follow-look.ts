import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { queryClient } from '../cache/cache.ts'
import { isOpen } from '../outbox/command.ts'
import { commands } from '../outbox/current-outbox.ts'
import { saveLook } from '../ui/look.ts'

type Profile = Answer<typeof userInfo>['userInfo']

/** Applies colours that the member chose on another device, as soon as the server returns them. */
export function followLook(): void {
  const follow = () => {
    const profile = queryClient.getQueryData<Answer<typeof userInfo>>(['user/info', {}])?.userInfo
    if (profile?.look && isNews(profile) && !isOurOwnOnItsWay()) apply(profile)
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'user/info') follow()
  })
  follow()
}

const name = 'voltfolio-look-followed'

/** False for a look that was applied here before: a newer choice on this device then stays until the server has it. */
function isNews(profile: Profile): boolean {
  try {
    return localStorage.getItem(name) !== tokenOf(profile)
  } catch {
    // Storage is blocked: nothing can be remembered, so each start applies the server's look.
    return true
  }
}

function apply(profile: Profile): void {
  if (profile.look) saveLook(profile.look)
  try {
    localStorage.setItem(name, tokenOf(profile))
  } catch {
    // Storage is blocked, as above.
  }
}

function tokenOf({ memberId, look }: Profile): string {
  return JSON.stringify([memberId, look])
}

function isOurOwnOnItsWay(): boolean {
  return commands.getSnapshot().some((it) => it.call === 'user/update/info' && isOpen(it))
}
