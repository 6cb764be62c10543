import { useEffect } from 'react'
import { whenVisible } from '../../lib/when-visible.ts'
import type { Command } from '../../outbox/command.ts'
import { dismiss, see } from '../../outbox/dismiss.ts'

/**
 * The refusals of codes that were redeemed after all, and what a restored server had lost of them: they say nothing any
 * more. And the refusals that the member sees now on this screen, which need no attention elsewhere. `redemptions` is
 * newest first.
 */
export function answeredRefusals(redemptions: readonly Command[]): { outdated: string[]; unseen: string[] } {
  const refused = redemptions.filter((it) => it.state === 'rejected')
  const isRedeemed = ({ args, seq }: Command) =>
    redemptions.some((it) => it.state === 'applied' && it.args['code'] === args['code'] && it.seq > seq)
  return {
    outdated: redemptions
      .filter((it) => (it.state === 'rejected' || it.state === 'lost') && isRedeemed(it))
      .map((it) => it.id),
    unseen: refused.filter((it) => it.isSeen !== true && !isRedeemed(it)).map((it) => it.id),
  }
}

/** Settles the refusals that are looked at here: the status line of other pages doesn't count them. */
export function useSeenRefusals(redemptions: readonly Command[]): void {
  const { outdated, unseen } = answeredRefusals(redemptions)
  const [gone, seen] = [outdated.join(' '), unseen.join(' ')]
  useEffect(() => {
    for (const id of gone.split(' ').filter(Boolean)) void dismiss(id)
  }, [gone])
  useEffect(
    () =>
      whenVisible(() => {
        for (const id of seen.split(' ').filter(Boolean)) void see(id)
      }),
    [seen],
  )
}
