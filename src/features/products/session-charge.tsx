import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { UnitDetail } from '#protocol/products.ts'
import { millisOf } from '../../lib/clock.ts'
import { Money } from '../../ui/money.tsx'
import { durationText, energyText, rateText } from '../../entities/quantities.ts'

type Session = UnitDetail['sessions'][number]

/** How the price of a charging session came about; nothing where the machine reported only the amount. */
export function SessionCharge({ session }: { session: Session }) {
  const { i18n } = useLingui()
  const { charge, currency, startedAt, endedAt } = session
  if (!charge) return null
  // The price is for each second.
  const duration = durationText((millisOf(endedAt) - millisOf(startedAt)) / 1000, i18n.locale)
  const energy = energyText(session.energyWh ?? 0, i18n.locale)
  const perKwh = rateText(charge.perKwh, currency, i18n.locale)
  const perMinute = rateText(charge.perMinute, currency, i18n.locale)
  return (
    <details className="px-4 pb-3 text-small text-ink-soft">
      <summary className="min-h-11 cursor-pointer content-center">
        <Trans>How the price is made up</Trans>
      </summary>
      <dl className="grid gap-2">
        <Part label={<Trans>Start fee</Trans>} amount={charge.startFee} currency={currency} />
        <Part
          label={
            <Trans>
              {energy} at {perKwh} per kWh
            </Trans>
          }
          amount={charge.energy}
          currency={currency}
        />
        <Part
          label={
            <Trans>
              {duration} at {perMinute} per minute
            </Trans>
          }
          amount={charge.time}
          currency={currency}
        />
      </dl>
      {charge.closedAs !== 'ended' && (
        <p className="pt-2">
          <Trans>The machine never reported the end. We count its last meter reading.</Trans>
        </p>
      )}
      {charge.isClockDoubted && (
        <p className="pt-2">
          <Trans>The machine's clock was wrong. You see when its reports arrived.</Trans>
        </p>
      )}
    </details>
  )
}

function Part({ label, amount, currency }: { label: ReactNode; amount: number; currency: string }) {
  if (amount === 0) return null
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="figures">{label}</dt>
      <dd className="ms-auto">
        <Money value={amount} currency={currency} />
      </dd>
    </div>
  )
}
