import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, daysBetween } from '../../lib/days.ts'
import { daysText } from '../../lib/date-texts.ts'
import { Money } from '../../ui/money.tsx'
import type { Earnings } from './within.ts'

/** The difference to the as many days just before, in words. Nothing where those aren't known on the device. */
export function IncomeChange({ earnings: { from, to, currency, total, totalBefore } }: { earnings: Earnings }) {
  const { i18n } = useLingui()
  if (totalBefore === null) return null
  const money = (minor: number) => <Money value={minor} currency={currency} />
  const before = daysText(addDays(from, -1 - daysBetween(from, to)), addDays(from, -1), i18n.locale)
  const [difference, was] = [money(Math.abs(total - totalBefore)), money(totalBefore)]
  return (
    <p className="text-small">
      {total === totalBefore ? (
        <Trans>Same as the period before: {before}</Trans>
      ) : total > totalBefore ? (
        <Trans>
          <strong>{difference} more</strong> than the period before: {was}, {before}
        </Trans>
      ) : (
        <Trans>
          <strong>{difference} less</strong> than the period before: {was}, {before}
        </Trans>
      )}
    </p>
  )
}
