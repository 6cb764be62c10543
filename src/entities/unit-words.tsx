import { Trans, useLingui } from '@lingui/react/macro'
import type { UnitCard } from '#protocol/products.ts'
import { millisOf } from '../lib/clock.ts'
import { dayIn } from '../lib/dates.ts'
import { serverNow } from '../lib/server-clock.ts'
import { useSpokenMoney } from '../ui/own-money.ts'
import { Chip } from '../ui/chip.tsx'
import { MachineClosedChip } from './machine-closed-chip.tsx'
import { ServiceStateChip } from './product-words.tsx'
import { Sparkline } from '../ui/sparkline.tsx'
import { ownedAmount } from './owned-amount.ts'
import { useMemberZone } from './profile.ts'

const dayMs = 24 * 60 * 60_000

/** The current state of a unit's machine; for a unit that no longer earns, the reason. */
export function UnitStateChip({ unit }: { unit: Pick<UnitCard, 'status' | 'serviceState' | 'closedAt'> }) {
  if (unit.closedAt) return <MachineClosedChip />
  if (unit.status === 'expired')
    return (
      <Chip icon="check">
        <Trans>Ended</Trans>
      </Chip>
    )
  if (unit.status === 'cancelled')
    return (
      <Chip icon="close">
        <Trans>Order cancelled</Trans>
      </Chip>
    )
  if (unit.status !== 'active')
    return (
      <Chip icon="info">
        <Trans>Other status</Trans>
      </Chip>
    )
  return <ServiceStateChip state={unit.serviceState} />
}

type Earned = Pick<UnitCard, 'earnedByDay' | 'currency' | 'activeFrom'>

/** The unit's income on each of the 30 days that the server returned; empty until the member had it. */
export function UnitSparkline({ unit: { earnedByDay = [], currency, activeFrom } }: { unit: Earned }) {
  const { t } = useLingui()
  const money = useSpokenMoney()
  const firstDay = dayIn(useMemberZone(), millisOf(activeFrom))
  const amounts = earnedByDay.map((it) => it.amount)
  const sum = money(
    amounts.reduce((total, it) => total + it, 0),
    currency,
  )
  const best = money(Math.max(0, ...amounts), currency)
  return (
    <Sparkline
      values={earnedByDay.map((it) => ownedAmount(it, firstDay))}
      label={t`Last 30 days: ${sum} in total, ${best} on the best day`}
    />
  )
}

/** How much of a unit's term has passed, in whole days; the last day counts only when it is over. */
export function termOf(
  { activeFrom, expiresAt }: Pick<UnitCard, 'activeFrom' | 'expiresAt'>,
  now = serverNow(),
): { days: number; passed: number; left: number } {
  const days = Math.max(1, Math.round((millisOf(expiresAt) - millisOf(activeFrom)) / dayMs))
  const passed = Math.min(days, Math.max(0, Math.floor((now - millisOf(activeFrom)) / dayMs)))
  return { days, passed, left: days - passed }
}
