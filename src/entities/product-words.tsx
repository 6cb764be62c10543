import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ProductCard } from '#protocol/products.ts'
import { numberFormat } from '../lib/intl.ts'
import { Chip } from '../ui/chip.tsx'
import { usePercent } from './use-percent.ts'

export type SettlementType = ProductCard['settlementType']

/** When a unit's income is paid: daily, at the end of its term, hourly (specification 9). */
export function SettlementName({ type }: { type: SettlementType }) {
  switch (type) {
    case 0:
      return <Trans>Paid daily</Trans>
    case 1:
      return <Trans>Paid at the end of the term</Trans>
    case 2:
      return <Trans>Paid hourly</Trans>
    // A rhythm that only a newer server knows.
    default:
      return <Trans>Paid at other times</Trans>
  }
}

/** How long a unit earns. */
export function Term({ days }: { days: number }) {
  return <Plural value={days} one="# day" other="# days" />
}

/**
 * How long a unit earns, and in how many periods where they aren't days. An answer that was cached by an older build
 * has no periods.
 */
export function Validity({ days, periods, type }: { days: number; periods: number | undefined; type: SettlementType }) {
  return (
    <>
      <Term days={days} />
      {type !== 0 && periods !== undefined && (
        <span className="block text-small text-ink-soft">
          <Plural value={periods} one="# period, paid at the end" other="# periods, each paid at its end" />
        </span>
      )}
    </>
  )
}

/** Basis points as a percentage in the reader's language, exactly, as a cost is told: 1225 is 12.25 %. */
export function Percent({ bp }: { bp: number }) {
  const percent = usePercent()
  return <span className="figures">{percent(bp)}</span>
}

/** The same of what a machine earns for its price: one decimal, cut off and never rounded up. */
export function Yield({ bp }: { bp: number }) {
  const { i18n } = useLingui()
  return (
    <span className="figures">
      {numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 1, roundingMode: 'trunc' }).format(
        bp / 10_000,
      )}
    </span>
  )
}

/** The current state of the machine (specification 4). */
export function ServiceStateChip({ state }: { state: ProductCard['serviceState'] }) {
  switch (state) {
    case 'in service':
      return (
        <Chip tone="positive" icon="bolt">
          <Trans>In service</Trans>
        </Chip>
      )
    case 'idle':
      return (
        <Chip icon="clock">
          <Trans>Idle</Trans>
        </Chip>
      )
    case 'resting':
      return (
        <Chip icon="clock">
          <Trans>Resting</Trans>
        </Chip>
      )
    case 'paused or faulty':
      return (
        <Chip tone="warning" icon="warning">
          <Trans>Paused or faulty</Trans>
        </Chip>
      )
    // A state that only a newer server knows.
    default:
      return (
        <Chip icon="info">
          <Trans>Other status</Trans>
        </Chip>
      )
  }
}

/** Marks an amount that nobody has earned yet. It stands beside every projected figure. */
export function Projected() {
  return (
    <Chip tone="projected">
      <Trans>projected</Trans>
    </Chip>
  )
}
