import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { removeCard, type BankCard } from '#protocol/cards.ts'
import { useProvenWrite } from '../../outbox/use-proven-write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { TransactionPasswordSheet } from '../../entities/transaction-password-sheet.tsx'
import { useReason } from '../../ui/use-reason.ts'

/** Asked once, then proved. An open bill stands in the way, and the server says so. */
export function RemoveCard({
  card: { id, bankName, numberMasked, bills },
  onRemoved,
}: {
  card: BankCard
  onRemoved?: () => void
}) {
  const { t } = useLingui()
  const reason = useReason()
  const { write, isBusy, sheet } = useProvenWrite(removeCard)
  const [isAsked, setAsked] = useState(false)
  const hasOpenBill = bills.some((it) => it.completedAt === null)
  const remove = async () => {
    setAsked(false)
    try {
      if (!(await write({ cardId: id }))) return
      toast(t`Card removed`, { tone: 'positive' })
      onRemoved?.()
    } catch (failure) {
      toast(reason(failure), { tone: 'danger', duration: 6000 })
    }
  }
  return (
    <>
      <div className="flex flex-col gap-1">
        <Button wide look="plain" icon="trash" busy={isBusy} disabled={hasOpenBill} onClick={() => setAsked(true)}>
          <Trans>Remove card</Trans>
        </Button>
        {hasOpenBill && (
          <p className="text-center text-small text-ink-soft text-pretty">
            <Trans>It can be removed once its open bills are repaid.</Trans>
          </p>
        )}
      </div>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Remove this card?</Trans>}
        actions={
          <>
            <Button wide look="danger" onClick={() => void remove()}>
              <Trans>Remove</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <p>
          <bdi>{bankName}</bdi>{' '}
          <bdi className="figures" dir="ltr">
            {numberMasked}
          </bdi>
        </p>
        <p>
          <Trans>
            Withdrawals that are on their way to it still arrive. To withdraw to it again, you would have to add it
            again.
          </Trans>
        </p>
      </Dialog>
      <TransactionPasswordSheet {...sheet}>
        <Trans>
          Remove{' '}
          <bdi className="figures" dir="ltr">
            {numberMasked}
          </bdi>
        </Trans>
      </TransactionPasswordSheet>
    </>
  )
}
