import { Trans } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { List } from '../../ui/list-row.tsx'
import { SettlementRow } from './settlement-row.tsx'

/** The last settlements of a unit, period by period, and whether they were claimed. */
export function SettlementList({ settlements, currency }: Pick<UnitDetail, 'settlements' | 'currency'>) {
  if (settlements.length === 0) return <NothingSettled />
  return (
    <List>
      {settlements.map(({ period, at, amount, claimedAt }) => (
        <li key={period}>
          <SettlementRow
            settlement={{ period, amount, settledAt: at, status: claimedAt === null ? 0 : 1 }}
            currency={currency}
          />
        </li>
      ))}
    </List>
  )
}

export function NothingSettled() {
  return (
    <p className="text-ink-soft">
      <Trans>Nothing settled yet.</Trans>
    </p>
  )
}
