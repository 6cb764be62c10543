import { pushChoose, ringsUnasked, type PushChoice } from '#protocol/settings.ts'
import { pushCategories } from '#protocol/words.ts'
import { isLater } from '../../lib/clock.ts'
import { isOpen, needsAttention, type Command } from '../../outbox/command.ts'
import type { QueuedArgs } from '../../outbox/enqueue.ts'

export type PushChange = QueuedArgs<typeof pushChoose>

export interface EditedPushChoice {
  choice: PushChoice
  /** The last choice that the server has not confirmed, or has rejected; undefined where there is none. */
  pending: Command | undefined
}

/** The choices that the server answered at `at`, in milliseconds, with the later commands of this device applied. */
export function editedPushChoice(said: PushChoice, at: number, commands: readonly Command[]): EditedPushChoice {
  const ours = commands.filter((it) => it.call === pushChoose.path)
  // An applied command counts until a newer answer has arrived. Without it, a switch would jump back for a moment.
  const counting = ours
    .filter((it) => isOpen(it) || (it.state === 'applied' && isLater(it.settledAt ?? 0, at)))
    .toSorted((a, b) => a.seq - b.seq)
  return {
    choice: counting.reduce((before, { args }) => withChange(before, args), withEveryCategory(said)),
    pending: ours.findLast((it) => isOpen(it) || needsAttention(it)),
  }
}

/** An answer that an earlier build cached lacks newer categories. */
function withEveryCategory(said: PushChoice): PushChoice {
  const unasked = Object.fromEntries(pushCategories.map((it) => [it, ringsUnasked(it)]))
  return { ...said, categories: { ...unasked, ...said.categories } }
}

/** The choice after a change; categories and hours that the change doesn't name stay as they were. */
export function withChange(before: PushChoice, { categories, quiet }: PushChange): PushChoice {
  return { ...before, categories: { ...before.categories, ...categories }, quiet: quiet ?? before.quiet }
}
