import { Fragment } from 'react'
import { maskAmounts } from '../lib/mask-amounts.ts'
import { HiddenAmount, useAmountsHidden } from '../ui/hidden-amount.tsx'

/**
 * A text of the server about what is the member's own, such as a message or the name of a prize that was won, with its
 * amounts as dots, heard as words, while amounts are hidden.
 */
export function MaskedText({ text }: { text: string }) {
  return <WithHidden text={useMasked(hiddenPlace)(text)} />
}

/** The same as text; `mask` is what stands for an amount, such as words where it is read aloud. */
export function useMasked(mask: string): (text: string) => string {
  const isHidden = useAmountsHidden()
  return (text) => (isHidden ? maskAmounts(text, mask) : text)
}

/** The place of a hidden amount in a text for `WithHidden`: Unicode's "object replacement character". */
export const hiddenPlace = '\ufffc'

/** A text with a hidden amount in each `hiddenPlace`: dots to see, words to hear. */
export function WithHidden({ text }: { text: string }) {
  return text.split(hiddenPlace).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <HiddenAmount />}
      {part}
    </Fragment>
  ))
}
