import { finder } from '../lib/find.ts'
import { maskAmounts } from '../lib/mask-amounts.ts'
import { useAmountsHidden } from '../ui/hidden-amount.tsx'

type Find<T> = (items: readonly T[], wanted: string) => readonly T[]

/**
 * A hook that gives a `finder` for texts about what is the member's own (`MaskedText`). While amounts are hidden it
 * finds none of them: that an entry is found would tell the amount in it.
 */
export function ownFinder<T extends object>(textsOf: (item: T) => readonly (string | null)[]): () => Find<T> {
  const open = finder(textsOf)
  const masked = finder<T>((item) => textsOf(item).map((it) => (it === null ? null : maskAmounts(it, ' '))))
  return () => (useAmountsHidden() ? masked : open)
}
