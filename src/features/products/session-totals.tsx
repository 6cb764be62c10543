import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { vehicleOrderTotal } from '#protocol/orders.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import { sessionTotalsOf } from './queries.ts'
import { distanceText, energyText } from '../../entities/quantities.ts'

/** The totals of the machine's trips or charging sessions since the unit was bought. Nothing where there were none. */
export function SessionTotals({ unitId }: { unitId: string }) {
  return <SectionStates query={useQuery(sessionTotalsOf(unitId))}>{(it) => <Totals totals={it} />}</SectionStates>
}

function Totals({
  totals: { sessions, revenue, perUnit, energyWh, distanceM, currency },
}: {
  totals: Answer<typeof vehicleOrderTotal>
}) {
  const { i18n } = useLingui()
  if (sessions === 0) return null
  return (
    <Card>
      <Facts>
        <Fact name={<Trans>Since you bought it</Trans>}>
          <Plural value={sessions} one="# session" other="# sessions" />
        </Fact>
        {distanceM > 0 && <Fact name={<Trans>Distance</Trans>}>{distanceText(distanceM, i18n.locale)}</Fact>}
        {energyWh > 0 && <Fact name={<Trans>Energy</Trans>}>{energyText(energyWh, i18n.locale)}</Fact>}
        <Fact name={<Trans>Revenue</Trans>}>
          <Money value={revenue} currency={currency} />
        </Fact>
        <Fact name={<Trans>This unit's share</Trans>}>
          <Money value={perUnit} currency={currency} />
        </Fact>
      </Facts>
    </Card>
  )
}
