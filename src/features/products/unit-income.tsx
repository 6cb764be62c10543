import { Trans } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { DrawStatusChip } from './draw-status.tsx'
import { DayTime } from './day-time.tsx'

/** A unit's income: what can be claimed, what was claimed, and the machine's revenue since the last settlement. */
export function UnitIncome({ unit }: { unit: UnitDetail }) {
  const { currency, pending, claimed, accruing, nextSettlementAt, status } = unit
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Ready to claim</Trans>
          </span>
          <Money value={pending} currency={currency} size="hero" />
        </p>
        <DrawStatusChip unit={unit} />
      </div>
      <div className="mt-4 border-t border-line pt-3">
        <Facts>
          <Fact name={<Trans>Claimed so far</Trans>}>
            <Money value={claimed} currency={currency} />
          </Fact>
          {status === 'active' && (
            <Fact name={<Trans>Earned since the last settlement</Trans>}>
              <Money value={accruing} currency={currency} />
            </Fact>
          )}
          {nextSettlementAt !== null && (
            <Fact name={<Trans>Next settlement</Trans>}>
              <DayTime at={nextSettlementAt} />
            </Fact>
          )}
        </Facts>
      </div>
    </Card>
  )
}
