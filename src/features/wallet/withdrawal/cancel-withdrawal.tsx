import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawCancel, type Withdrawal } from '#protocol/wallet.ts'
import { Money } from '../../../ui/money.tsx'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { PaysDebtFirst } from '../../../entities/pays-debt-first.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { showWithdrawal } from './show-withdrawal.ts'

/** Cancels a withdrawal that isn't approved yet, after a second question. */
export function CancelWithdrawal({ withdrawal: { id, amount, currency } }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const { isBusy, isReady, isChecking, outcome, unknown, run, check, sheet } = useCommand(withdrawCancel, {
    concerns: (it) => it.id === id,
    onOutcome: (it) => {
      if (it.kind !== 'applied') return
      showWithdrawal(client, it.answer)
      toast(t`Withdrawal cancelled`, { tone: 'positive' })
    },
  })
  const [isAsked, setAsked] = useState(false)
  const text = <Money isOpen value={amount} currency={currency} />
  return (
    <div className="flex flex-col gap-2">
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      {unknown !== undefined ? (
        <Banner
          tone="warning"
          icon="warning"
          action={
            <Button look="plain" size="small" busy={isChecking} onClick={() => void check()}>
              <Trans>Check now</Trans>
            </Button>
          }
        >
          <Trans>We don't know yet if it was cancelled: the connection dropped.</Trans>
        </Banner>
      ) : (
        <Button look="quiet" wide busy={isBusy} disabled={!isOnline || !isReady} onClick={() => setAsked(true)}>
          <Trans>Cancel this withdrawal</Trans>
        </Button>
      )}
      <p className="text-center text-small text-ink-soft">
        {isOnline ? (
          <Trans>You can cancel until it's approved.</Trans>
        ) : (
          <Trans>You need a connection to cancel a withdrawal.</Trans>
        )}
      </p>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Cancel this withdrawal?</Trans>}
        actions={
          <>
            <Button
              look="danger"
              wide
              onClick={() => {
                setAsked(false)
                void run({ id })
              }}
            >
              <Trans>Cancel withdrawal</Trans>
            </Button>
            <Button look="plain" wide onClick={() => setAsked(false)}>
              <Trans>Keep the withdrawal</Trans>
            </Button>
          </>
        }
      >
        <Trans>{text} returns to your income wallet at once, including the fee.</Trans>
        <div className="mt-3 empty:hidden">
          <PaysDebtFirst wallet="income" />
        </div>
      </Dialog>
      <CommandSheet {...sheet} />
    </div>
  )
}
