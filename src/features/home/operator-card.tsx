import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { millisOf } from '../../lib/clock.ts'
import { dateText } from '../../lib/dates.ts'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { operators } from './queries.ts'

/** The operator of the machines below, and the real income of their units. Renders nothing while unknown. */
export function OperatorCard({ id }: { id: string }) {
  const { i18n } = useLingui()
  const operator = useQuery(operators).data?.items.find((it) => it.id === id)
  if (!operator) return null
  const { name, place, machines, since, sharedLast30Days, currency } = operator
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <h2 className="text-title font-strong wrap-anywhere">{name}</h2>
        <Facts>
          <Fact name={<Trans>Runs</Trans>}>
            <Plural value={machines} one="# machine" other="# machines" />
          </Fact>
          {place && <Fact name={<Trans>Place</Trans>}>{place}</Fact>}
          <Fact name={<Trans>Since</Trans>}>{dateText(millisOf(since), i18n.locale)}</Fact>
          <Fact name={<Trans>All its units earned in the last 30 days</Trans>}>
            <Money value={sharedLast30Days} currency={currency} />
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}
