import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { amountsHidden } from '../lib/hidden-amounts.ts'

/** As many for every amount: their number must not tell how large it is. */
export const dots = '••••'

/** Whether the member hides their amounts now. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(amountsHidden.subscribe, amountsHidden.getSnapshot, amountsHidden.getSnapshot)
}

/** What is read aloud in place of a hidden amount. */
export function useHiddenWord(): string {
  const { t } = useLingui()
  return t`amount hidden`
}

/** What stands for a hidden amount: dots to see, words to hear. */
export function HiddenAmount() {
  const word = useHiddenWord()
  return (
    <>
      <span aria-hidden>{dots}</span>
      <span className="sr-only">{word}</span>
    </>
  )
}
