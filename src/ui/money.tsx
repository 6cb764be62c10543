import { useLingui } from '@lingui/react'
import { formatMoney } from '../lib/money.ts'
import { classNames } from './class-names.ts'

export interface MoneyProps {
  /** Minor units, an integer. */
  value: number
  currency: string
  /**
   * `always` shows + and colours gains, for movements. The sign is always written, so that colour alone never carries
   * the meaning.
   */
  sign?: 'auto' | 'always'
  /** Projected, not earned: light and dashed. A word such as "projected" must stand beside it. */
  projected?: boolean
  size?: keyof typeof sizes
  bare?: boolean
}

const sizes = { inherit: '', title: 'text-title', large: 'text-large', hero: 'text-hero' }

/** An amount of money in the reader's language, cut off after two decimals and never rounded up. */
export function Money({
  value,
  currency,
  sign = 'auto',
  projected = false,
  size = 'inherit',
  bare = false,
}: MoneyProps) {
  const { i18n } = useLingui()
  const gain = sign === 'always' && value > 0
  return (
    <data
      value={value}
      className={classNames(
        'figures whitespace-nowrap',
        sizes[size],
        projected ? 'projected text-ink-soft' : 'font-strong',
        gain && !projected && 'text-positive',
      )}
    >
      {formatMoney(value, currency, i18n.locale, { sign, bare })}
    </data>
  )
}
