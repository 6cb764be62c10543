import { Trans, useLingui } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { millisOf } from '../../lib/clock.ts'
import { timeText } from '../../lib/date-texts.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { distanceText, energyText } from '../../entities/quantities.ts'
import { useWhen } from '../../entities/use-when.ts'

type Session = UnitDetail['sessions'][number]

/** One trip or charging session: time, quantity, price, and the unit's share of it. */
export function SessionRow({
  session: { kind, startedAt, endedAt, energyWh, distanceM, amount, perUnit, currency },
}: {
  session: Session
}) {
  const { i18n } = useLingui()
  const when = useWhen()
  const from = when(startedAt)
  const to = timeText(millisOf(endedAt), i18n.locale, useMemberZone())
  const energy = energyWh === null ? undefined : energyText(energyWh, i18n.locale)
  const distance = distanceM === null ? undefined : distanceText(distanceM, i18n.locale)
  return (
    <ListRow
      start={kind === 'trip' ? 'car' : 'bolt'}
      title={
        <span className="figures">
          {/* Each in one piece where a line holds it: "PM" alone on a line would be of neither. */}
          <span className="inline-block">{from}</span> – <span className="inline-block">{to}</span>
        </span>
      }
      detail={<span className="figures">{[distance, energy].filter(Boolean).join(', ')}</span>}
      end={<Money value={perUnit} currency={currency} sign="always" />}
      endDetail={
        <Trans>
          of <Money value={amount} currency={currency} /> paid
        </Trans>
      }
    />
  )
}
