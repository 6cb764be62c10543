import { maskAmounts } from '../lib/mask-amounts.ts'
import { dots, useAmountsHidden } from '../ui/hidden-amount.ts'

/** A sentence that the server wrote to the member, with its amounts as dots while amounts are hidden. */
export function MaskedText({ text }: { text: string }) {
  return useAmountsHidden() ? maskAmounts(text, dots) : text
}
