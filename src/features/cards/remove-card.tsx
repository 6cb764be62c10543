import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { endsWithCard, removeCard, type BankCard } from '#protocol/cards.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { leftOf } from './bill-words.ts'

/** Removes a card after one question and the transaction password. The server rejects it while a bill is open. */
export function RemoveCard({
  card: { id, bankName, numberMasked, bills },
  onRemoved,
}: {
  card: BankCard
  onRemoved?: () => void
}) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const { run, check, unknown, isChecking, isBusy, isReady, sheet } = useCommand(removeCard, {
    concerns: (it) => it.cardId === id,
    onOutcome: (outcome) => {
      if (outcome.kind === 'rejected') toast(reason(outcome.error), { tone: 'danger', duration: 6000 })
      if (outcome.kind !== 'applied') return
      toast(t`Card removed`, { tone: 'positive' })
      onRemoved?.()
    },
  })
  const [isAsked, setAsked] = useState(false)
  const hasOpenBill = bills.some((it) => it.completedAt === null && !endsWithCard(it))
  const fee = bills.find(endsWithCard)
  return (
    <>
      <div className="flex flex-col gap-1">
        {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
        <Button
          wide
          look="plain"
          icon="trash"
          busy={isBusy}
          disabled={hasOpenBill || !isOnline || !isReady || unknown !== undefined}
          onClick={() => setAsked(true)}
        >
          <Trans>Remove card</Trans>
        </Button>
        {!hasOpenBill && <OfflineNote />}
        {hasOpenBill && (
          <p className="text-center text-small text-ink-soft text-pretty">
            <Trans>You can remove it once its open bills are repaid.</Trans>
          </p>
        )}
      </div>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Remove this card?</Trans>}
        actions={
          <>
            <Button
              wide
              look="danger"
              onClick={() => {
                setAsked(false)
                void run({ cardId: id })
              }}
            >
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
          <Trans>Withdrawals already in progress still arrive. To withdraw to this card again, add it again.</Trans>
        </p>
        {fee && (
          <p>
            <Trans>
              You don't have to pay its annual fee of <Money isOpen value={leftOf(fee)} currency={fee.currency} />: it
              ends with the card.
            </Trans>
          </p>
        )}
      </Dialog>
      <CommandSheet {...sheet}>
        <Trans>
          Remove{' '}
          <bdi className="figures" dir="ltr">
            {numberMasked}
          </bdi>
        </Trans>
      </CommandSheet>
    </>
  )
}
