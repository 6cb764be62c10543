import { Trans, useLingui } from '@lingui/react/macro'
import type { UnitShare } from '#protocol/products.ts'
import { Chip } from '../../ui/chip.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { DayTime } from './day-time.tsx'
import { useMemberZone } from '../../entities/profile.ts'
import { periodText } from './period-text.ts'

export type Settlement = Pick<UnitShare, 'period' | 'status' | 'amount' | 'settledAt'> &
  Partial<Pick<UnitShare, 'machineRevenue'>>

/** One settlement period: the unit's earnings, and the machine's revenue that they are a share of. */
export function SettlementRow({
  settlement: { period, status, amount, settledAt, machineRevenue },
  currency,
}: {
  settlement: Settlement
  currency: string
}) {
  const { t, i18n } = useLingui()
  return (
    <ListRow
      start="receipt"
      title={periodText(period, i18n.locale, useMemberZone()) ?? t`End of the term`}
      detail={
        <>
          <span className="block">
            {settledAt === null ? (
              <Unsettled status={status} />
            ) : (
              <Trans>
                Settled <DayTime at={settledAt} />
              </Trans>
            )}
          </span>
          {machineRevenue !== undefined && (
            <span className="block">
              <Trans>
                Machine revenue: <Money value={machineRevenue} currency={currency} />
              </Trans>
            </span>
          )}
          <span className="block empty:hidden">
            <ShareStatus status={status} />
          </span>
        </>
      }
      end={
        status === 2 ? (
          <s className="text-ink-soft">
            <Money value={amount} currency={currency} />
          </s>
        ) : (
          <Money value={amount} currency={currency} sign="always" projected={status === 3} />
        )
      }
    />
  )
}

function Unsettled({ status }: Pick<Settlement, 'status'>) {
  return status === 2 ? (
    <Trans>The order was cancelled before this was settled.</Trans>
  ) : (
    <Trans>So far. This period is still running.</Trans>
  )
}

/** Specification 4: 0 not received, 1 received, 2 expired, 3 not yet receivable. */
function ShareStatus({ status }: Pick<Settlement, 'status'>) {
  switch (status) {
    case 0:
      return (
        <Chip tone="accent">
          <Trans>To claim</Trans>
        </Chip>
      )
    case 1:
      return <Trans>Claimed</Trans>
    case 2:
      return (
        <Chip tone="warning">
          <Trans>Expired</Trans>
        </Chip>
      )
    case 3:
      return (
        <Chip tone="projected">
          <Trans>Can't be claimed yet</Trans>
        </Chip>
      )
    // A status that only a newer server knows.
    default:
      return <Trans>Other status</Trans>
  }
}
