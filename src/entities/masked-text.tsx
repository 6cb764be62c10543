import { maskAmounts } from '../lib/mask-amounts.ts'
import { dots, useAmountsHidden } from '../ui/hidden-amount.ts'

/**
 * A text of the server about what is the member's own, such as a message or the name of a prize that was won, with its
 * amounts as dots while amounts are hidden.
 */
export function MaskedText({ text }: { text: string }) {
  return useMasked()(text)
}

/** The same as text; `mask` is what stands for an amount, such as words where it is read aloud. */
export function useMasked(mask: string = dots): (text: string) => string {
  const isHidden = useAmountsHidden()
  return (text) => (isHidden ? maskAmounts(text, mask) : text)
}
