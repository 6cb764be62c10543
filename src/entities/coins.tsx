import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Count } from '../ui/count.tsx'
import { Icon } from '../ui/icon.tsx'

/** A price in gold coins: a coin and the number; read out with its unit. */
export function Coins({ value, size = 'inherit' }: { value: number; size?: 'inherit' | 'title' }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-accent-ink">
      <Icon name="coin" size="small" />
      <span aria-hidden>
        <Count value={value} size={size} />
      </span>
      <span className="sr-only">{t`${plural(value, { one: '# gold coin', other: '# gold coins' })}`}</span>
    </span>
  )
}
