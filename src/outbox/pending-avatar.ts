import { useEffect, useState, useSyncExternalStore } from 'react'
import { updateProfile, uploadAvatar } from '#protocol/settings.ts'
import { isLater } from '../lib/clock.ts'
import { isOpen, needsAttention, type Command } from './command.ts'
import { commands } from './current-commands.ts'

/** The avatar by what this device knows. */
export interface ShownAvatar {
  /** Its address: the server's, or that of the bytes which wait here. Undefined where there is none. */
  src: string | undefined
  /** The change that is not confirmed, or was rejected and not dismissed. */
  pending: Command | undefined
}

/**
 * The avatar by the server's word of the time `at` (milliseconds), with what was chosen on this device since: a picture
 * is shown from the row in which it waits.
 */
export function useAvatar(avatarUrl: string | null, at: number): ShownAvatar {
  const { change, pending } = avatarChange(useSyncExternalStore(commands.subscribe, commands.getSnapshot), at)
  const waiting = useAddressOf(change?.call === uploadAvatar.path ? change : undefined)
  const confirmed = change?.state === 'applied' ? urlIn(change.reply?.data) : undefined
  if (change?.call === updateProfile.path) return { src: undefined, pending }
  return { src: waiting ?? confirmed ?? avatarUrl ?? undefined, pending }
}

/** The last change of the avatar that the profile of the time `at` doesn't know, and the one to be told about. */
export function avatarChange(
  rows: readonly Command[],
  at: number,
): { change: Command | undefined; pending: Command | undefined } {
  const ours = rows
    .filter((it) => it.call === uploadAvatar.path || (it.call === updateProfile.path && 'avatarId' in it.args))
    .toSorted((a, b) => a.seq - b.seq)
  return {
    change: ours.findLast((it) => isOpen(it) || (it.state === 'applied' && isLater(it.settledAt ?? 0, at))),
    pending: ours.findLast((it) => isOpen(it) || needsAttention(it)),
  }
}

/** An address for a row's bytes, as long as the screen shows them. */
function useAddressOf(row: Command | undefined): string | undefined {
  const [address, setAddress] = useState<{ of: string; src: string }>()
  const mark = row?.body && `${row.id} ${row.madeAt}`
  useEffect(() => {
    const bytes = row?.body
    if (!bytes || !mark) return undefined
    const src = URL.createObjectURL(new Blob([bytes]))
    setAddress({ of: mark, src })
    return () => URL.revokeObjectURL(src)
    // Each look at the store makes new objects of the same bytes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [mark])
  return address?.of === mark ? address?.src : undefined
}

function urlIn(answer: unknown): string | undefined {
  const profile = typeof answer === 'object' && answer !== null && 'userInfo' in answer ? answer.userInfo : undefined
  if (typeof profile !== 'object' || profile === null || !('avatarUrl' in profile)) return undefined
  return typeof profile.avatarUrl === 'string' ? profile.avatarUrl : undefined
}
