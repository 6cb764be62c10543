import { pushChoose, ringsUnasked, type PushChoice } from '#protocol/settings.ts'
import { pushCategories } from '#protocol/words.ts'
import { isOpen, needsAttention, type Command } from '../../outbox/command.ts'
import type { QueuedArgs } from '../../outbox/enqueue.ts'

export type PushChange = QueuedArgs<typeof pushChoose>

export interface EditedPushChoice {
  choice: PushChoice
  /** The choice that is on its way to the server, or that it did not take; undefined when all is as it says. */
  pending: Command | undefined
}

/** The server's word of the time `at`, in milliseconds, with what was chosen on this device since. */
export function editedPushChoice(said: PushChoice, at: number, commands: readonly Command[]): EditedPushChoice {
  const ours = commands.filter((it) => it.call === pushChoose.path)
  // An answered one too, until what the server says now has arrived: no switch jumps back and forth.
  const counting = ours
    .filter((it) => isOpen(it) || (it.state === 'applied' && (it.settledAt ?? 0) > at))
    .toSorted((a, b) => a.seq - b.seq)
  return {
    choice: counting.reduce((before, { args }) => withChange(before, args), withEveryCategory(said)),
    pending: ours.findLast((it) => isOpen(it) || needsAttention(it)),
  }
}

/** An answer that an earlier build kept lacks the categories that came later. */
function withEveryCategory(said: PushChoice): PushChoice {
  const unasked = Object.fromEntries(pushCategories.map((it) => [it, ringsUnasked(it)]))
  return { ...said, categories: { ...unasked, ...said.categories } }
}

/** The choice after a change; absent categories and hours stay. */
export function withChange(before: PushChoice, { categories, quiet }: PushChange): PushChoice {
  return { ...before, categories: { ...before.categories, ...categories }, quiet: quiet ?? before.quiet }
}
