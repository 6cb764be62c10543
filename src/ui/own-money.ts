import { useLingui } from '@lingui/react'
import { formatMoney, type Minor, type MoneyFormat } from '../lib/money.ts'
import { dots, useAmountsHidden, useHiddenWord } from './hidden-amount.tsx'

type MoneyText = (minor: Minor, currency: string, format?: MoneyFormat) => string

/**
 * An amount of the member's own as text, for sentences where a `<Money>` can't stand; dots while amounts are hidden.
 * What belongs to everybody, or is about to be paid, goes through `formatMoney` itself.
 */
export function useOwnMoney(mask: string = dots): MoneyText {
  const { i18n } = useLingui()
  const isHidden = useAmountsHidden()
  return (minor, currency, format) => (isHidden ? mask : formatMoney(minor, currency, i18n.locale, format))
}

/** The same for charts and labels, which are read aloud: words while amounts are hidden. */
export function useSpokenMoney(): MoneyText {
  return useOwnMoney(useHiddenWord())
}
