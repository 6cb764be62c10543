import { Trans, useLingui } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { millisOf, systemClock } from '../../lib/clock.ts'
import { timesText } from '../../lib/date-texts.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { distanceText, energyText } from '../../entities/quantities.ts'

type Session = UnitDetail['sessions'][number]

/** One trip or charging session: time, quantity, price, and the unit's share of it. */
export function SessionRow({
  session: { kind, startedAt, endedAt, energyWh, distanceM, amount, perUnit, currency },
}: {
  session: Session
}) {
  const { i18n } = useLingui()
  const zone = useMemberZone()
  const times = timesText(millisOf(startedAt), millisOf(endedAt), i18n.locale, zone, systemClock.now())
  const energy = energyWh === null ? undefined : energyText(energyWh, i18n.locale)
  const distance = distanceM === null ? undefined : distanceText(distanceM, i18n.locale)
  return (
    <ListRow
      start={kind === 'trip' ? 'car' : 'bolt'}
      title={<span className="figures">{times}</span>}
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
