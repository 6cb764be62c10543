import { useLingui } from '@lingui/react/macro'

/** Basis points as the reader writes a percentage: 250 is 2.5 %. */
export function usePercent(): (basisPoints: number) => string {
  const { i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 })
  return (basisPoints) => format.format(basisPoints / 10_000)
}
