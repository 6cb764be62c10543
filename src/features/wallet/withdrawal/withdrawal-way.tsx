import { Trans, useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '#protocol/wallet.ts'
import { millisOf } from '../../../lib/clock.ts'
import { useMemberZone } from '../../../entities/profile.ts'
import { nearDayText } from '../../../lib/date-texts.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { stepsOf } from './withdrawal-steps.ts'
import { useWithdrawalWords, type WithdrawalState } from './withdrawal-words.ts'
import { useWhen } from '../../../entities/use-when.ts'

/** The states of a withdrawal as steps: those reached, each with its time, then the future ones. */
export function WithdrawalWay({ withdrawal }: { withdrawal: Withdrawal }) {
  const when = useWhen()
  const zone = useMemberZone()
  const words = useWithdrawalWords()
  return (
    <ol className="flex flex-col gap-3">
      {stepsOf(withdrawal).map(({ state, at }) => (
        <li key={state} className="flex items-start gap-3">
          <span
            className={classNames(
              'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full',
              at === null ? 'border border-dashed border-edge' : 'bg-positive-soft text-positive',
            )}
          >
            {at !== null && <Icon name={state === 'returned' ? 'refresh' : 'check'} size="tiny" />}
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
            <span className={classNames('min-w-0 wrap-anywhere', at === null && 'text-ink-soft')}>
              {state === 'returned' && withdrawal.cancelledAt ? <Trans>Cancelled by you</Trans> : words[state].name}
            </span>
            <span className="figures text-small text-ink-soft">
              {at === null ? (
                <Ahead state={state} expectedBy={withdrawal.expectedBy} zone={zone} />
              ) : (
                <time dateTime={at}>{when(at)}</time>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

interface AheadProps {
  state: WithdrawalState
  expectedBy: Withdrawal['expectedBy']
  /** The member's time zone. */
  zone: string
}

/** The day by which the money was said to arrive; earlier steps have no day of their own. */
function Ahead({ state, expectedBy, zone }: AheadProps) {
  const { i18n } = useLingui()
  if (state !== 'arrived' || !expectedBy) return <Trans>Not yet</Trans>
  const day = nearDayText(millisOf(expectedBy), i18n.locale, zone)
  return millisOf(expectedBy) < serverNow() ? <Trans>was expected by {day}</Trans> : <Trans>by {day}</Trans>
}
