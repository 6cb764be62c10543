import { numberFormat } from '../lib/intl.ts'
import { useLingui } from '@lingui/react/macro'

/** Formats basis points as a percentage in the reader's language: 250 is 2.5 %. */
export function usePercent(): (basisPoints: number) => string {
  const { i18n } = useLingui()
  const format = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 })
  return (basisPoints) => format.format(basisPoints / 10_000)
}
