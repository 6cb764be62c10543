import { Trans, useLingui } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { Chip } from '../../ui/chip.tsx'
import { List, ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { DayTime } from './day-time.tsx'
import { periodText } from './period-text.ts'

type Settlement = UnitDetail['settlements'][number]

/** What was settled for a unit, period by period, and whether it was claimed. */
export function SettlementList({ settlements, currency }: { settlements: readonly Settlement[]; currency: string }) {
  if (settlements.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>Nothing was settled yet.</Trans>
      </p>
    )
  return (
    <List>
      {settlements.map((it) => (
        <li key={it.period}>
          <SettlementRow settlement={it} currency={currency} />
        </li>
      ))}
    </List>
  )
}

function SettlementRow({
  settlement: { period, at, amount, claimedAt },
  currency,
}: {
  settlement: Settlement
  currency: string
}) {
  const { t, i18n } = useLingui()
  return (
    <ListRow
      start="receipt"
      title={periodText(period, i18n.locale) ?? t`End of the term`}
      detail={
        <Trans>
          Settled <DayTime at={at} />
        </Trans>
      }
      end={<Money value={amount} currency={currency} sign="always" />}
      endDetail={
        claimedAt === null ? (
          <Chip tone="accent">
            <Trans>To claim</Trans>
          </Chip>
        ) : (
          <Trans>Claimed</Trans>
        )
      }
    />
  )
}
