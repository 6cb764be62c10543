import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContractBill } from '#protocol/contracts.ts'
import { millisOf } from '../../lib/clock.ts'
import { dateTimeText, daysText } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { shownState } from '../../outbox/shown.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useReceive } from './commands.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { daysOfWeek, type PayState } from './pay-state.ts'

/** One week, bonus or correction: what for, how much, how it stands. The amount moves when the server says so. */
export function PayRow({ bill, payState }: { bill: ContractBill; payState: PayState }) {
  const { work, amount, currency } = bill
  return (
    <div className="flex items-start gap-4 px-4 py-3">
      <IconDisc
        name="document"
        tone={payState.stands === 'received' ? 'positive' : payState.stands === 'later' ? 'neutral' : 'accent'}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-strong">
            <Name bill={bill} />
          </span>
          <Money value={amount} currency={currency} />
        </p>
        <p className="text-small text-ink-soft text-pretty">{work}</p>
        <div role="status" className="mt-1">
          <PayStateText bill={bill} {...payState} />
        </div>
      </div>
    </div>
  )
}

function Name({ bill: { kind, week } }: { bill: ContractBill }): ReactNode {
  const { i18n } = useLingui()
  if (kind === 'bonus') return <Trans>Bonus</Trans>
  if (kind === 'correction') return <Trans>Correction</Trans>
  if (week === null) return <Trans>Weekly salary</Trans>
  const days = daysText(...daysOfWeek(week), i18n.locale)
  return <Trans>Week of {days}</Trans>
}

function PayStateText({ bill, stands, command }: PayState & { bill: ContractBill }): ReactNode {
  const { i18n } = useLingui()
  switch (stands) {
    case 'due':
      return <Receive bill={bill} />
    case 'sent':
      return (
        command && (
          <p className={lineClass}>
            <PendingBadge state={shownState(command)} />
            <Trans>It is paid once, however often it is sent.</Trans>
          </p>
        )
      )
    case 'received':
      return (
        <p className={lineClass}>
          <Chip tone="positive" icon="check">
            <Trans>Received</Trans>
          </Chip>
          {bill.receivedAt !== null && (
            <time dateTime={bill.receivedAt} className="figures">
              {dateTimeText(millisOf(bill.receivedAt), i18n.locale)}
            </time>
          )}
        </p>
      )
    case 'rejected':
      return (
        command && (
          <div className="text-small">
            <p className="text-danger">{command.reply?.message || <Trans>It could not be sent.</Trans>}</p>
            <span className="-ms-4">
              <Button look="plain" size="small" onClick={() => void dismiss(command.id)}>
                <Trans>Dismiss</Trans>
              </Button>
            </span>
          </div>
        )
      )
    case 'later':
      return (
        <p className={lineClass}>
          <Chip>
            <Trans>Not receivable yet</Trans>
          </Chip>
          <Trans>The operator has not put the money for it aside yet. What you earned doesn't expire.</Trans>
        </p>
      )
  }
}

const lineClass = 'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft'

function Receive({ bill }: { bill: ContractBill }) {
  const { i18n } = useLingui()
  const { isBusy, receive } = useReceive(bill)
  const tell = useTellOutcome()
  const amount = formatMoney(bill.amount, bill.currency, i18n.locale)
  return (
    <Button look="quiet" size="small" busy={isBusy} onClick={() => void receive().then(tell)}>
      <Trans>Receive {amount}</Trans>
    </Button>
  )
}
