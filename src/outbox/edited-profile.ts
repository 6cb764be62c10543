import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { updateProfile } from '#protocol/settings.ts'
import { isLater } from '../lib/clock.ts'
import { isOpen, needsAttention, type Command } from './command.ts'

type Profile = Answer<typeof userInfo>['userInfo']

/**
 * The name by the server's word of the time `at`, in milliseconds, with what was edited on this device since; and the
 * edit that is not confirmed.
 */
export function editedName(
  { nickname }: Profile,
  at: number,
  commands: readonly Command[],
): { nickname: string | null; pending: Command | undefined } {
  const ours = commands.filter((it) => it.call === updateProfile.path)
  const counting = ours
    .filter((it) => isOpen(it) || (it.state === 'applied' && isLater(it.settledAt ?? 0, at)))
    .toSorted((a, b) => a.seq - b.seq)
  const last = counting.findLast((it) => 'nickname' in it.args)?.args['nickname']
  return {
    nickname: last === undefined ? nickname : typeof last === 'string' ? last : null,
    pending: ours.findLast((it) => isOpen(it) || needsAttention(it)),
  }
}
