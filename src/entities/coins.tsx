import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Count } from '../ui/count.tsx'
import { Icon } from '../ui/icon.tsx'

/** A price in gold coins: a coin and the number; read out with its unit. */
export function Coins({ value, size = 'inherit' }: { value: number; size?: 'inherit' | 'title' }) {
  const { t } = useLingui()
  return (
    // The number, not the coin, is on the line of the words beside it.
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap text-accent-ink">
      <span className="self-center">
        <Icon name="coin" size="small" />
      </span>
      <span aria-hidden>
        <Count value={value} size={size} />
      </span>
      <span className="sr-only">{t`${plural(value, { one: '# gold coin', other: '# gold coins' })}`}</span>
    </span>
  )
}
