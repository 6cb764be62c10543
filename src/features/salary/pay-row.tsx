import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContractBill } from '#protocol/contracts.ts'
import { daysText } from '../../lib/date-texts.ts'
import type { Receipt } from '../../outbox/receipt.ts'
import { shownState } from '../../outbox/shown.ts'
import { Button } from '../../ui/button.tsx'
import { IconDisc } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { ReceiptLine } from '../../entities/receipt-line.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { useReceive } from './commands.ts'
import { dismiss } from '../../outbox/dismiss.ts'
import { daysOfWeek } from './pay-state.ts'

/**
 * One week, bonus or correction: its subject, amount and state. The amount changes only after the server has confirmed.
 */
export function PayRow({ bill, receipt: { stands, command } }: { bill: ContractBill; receipt: Receipt }) {
  const { work, amount, currency } = bill
  return (
    <div className="flex items-start gap-4 px-4 py-3">
      <IconDisc name="document" tone={stands === 'received' ? 'positive' : stands === 'later' ? 'neutral' : 'accent'} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-strong">
            <Name bill={bill} />
          </span>
          <Money value={amount} currency={currency} />
        </p>
        <p className="text-small text-ink-soft text-pretty">{work}</p>
        <ReceiptLine
          stands={stands}
          action={<Receive bill={bill} />}
          pending={command && shownState(command)}
          reply={command?.reply}
          onDismiss={() => command && void dismiss(command.id)}
          receivedAt={bill.receivedAt}
          later={<Trans>The operator hasn't set aside the money for it yet. What you earned doesn't expire.</Trans>}
        />
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

function Receive({ bill }: { bill: ContractBill }) {
  const { isBusy, receive } = useReceive(bill)
  const tell = useTellOutcome()
  const amount = <Money value={bill.amount} currency={bill.currency} />
  return (
    <Button look="quiet" size="small" busy={isBusy} onClick={() => void receive().then(tell)}>
      <Trans>Claim {amount}</Trans>
    </Button>
  )
}
