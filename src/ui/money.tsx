import { useLingui } from '@lingui/react'
import { formatMoney } from '../lib/money.ts'
import { classNames } from './class-names.ts'
import { HiddenAmount, useAmountsHidden } from './hidden-amount.tsx'

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
  /** Not the member's own, or about to be paid or withdrawn: shown while amounts are hidden too (docs/privacy.md). */
  isOpen?: boolean
}

const sizes = { inherit: '', title: 'text-title', large: 'text-large', hero: 'text-hero' }

/**
 * An amount of money in the reader's language, cut off after two decimals and never rounded up; dots while the member
 * hides their amounts.
 */
export function Money({
  value,
  currency,
  sign = 'auto',
  projected = false,
  size = 'inherit',
  bare = false,
  isOpen = false,
}: MoneyProps) {
  const { i18n } = useLingui()
  const isHidden = useAmountsHidden() && !isOpen
  const gain = sign === 'always' && value > 0 && !isHidden
  const className = classNames(
    'figures whitespace-nowrap',
    sizes[size],
    projected ? 'projected text-ink-soft' : 'font-strong',
    gain && !projected && 'text-positive',
  )
  return (
    <data value={isHidden ? '' : value} className={className}>
      {isHidden ? <HiddenAmount /> : formatMoney(value, currency, i18n.locale, { sign, bare })}
    </data>
  )
}
