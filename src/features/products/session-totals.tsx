import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { sessionTotalsOf } from './queries.ts'
import { distanceText, energyText } from '../../entities/quantities.ts'

/** The totals of the machine's trips or charging sessions since the unit was bought. Renders nothing while unknown. */
export function SessionTotals({ unitId }: { unitId: string }) {
  const { i18n } = useLingui()
  const { data } = useQuery(sessionTotalsOf(unitId))
  if (!data || data.sessions === 0) return null
  const { sessions, revenue, perUnit, energyWh, distanceM, currency } = data
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
