import { useLingui } from '@lingui/react'
import { numberFormat } from '../lib/intl.ts'
import { classNames } from './class-names.ts'

interface CountProps {
  value: number
  /** `always` shows + and colours gains, as Money does. */
  sign?: 'auto' | 'always'
  size?: 'inherit' | 'title'
}

/** A whole number of coins, balls or the like, in the reader's number format. */
export function Count({ value, sign = 'auto', size = 'title' }: CountProps) {
  const { i18n } = useLingui()
  const isGain = sign === 'always' && value > 0
  return (
    <data
      value={value}
      className={classNames(
        'figures font-strong whitespace-nowrap',
        size === 'title' && 'text-title',
        isGain && 'text-positive',
      )}
    >
      {numberFormat(i18n.locale, { signDisplay: sign === 'always' ? 'exceptZero' : 'negative' }).format(value)}
    </data>
  )
}
