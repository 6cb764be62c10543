import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { errors } from '#protocol/errors.ts'
import { orderCancel } from '#protocol/orders.ts'
import { userGoodsDetail, type UnitDetail } from '#protocol/products.ts'
import { ApiError } from '../../api/api-error.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { PaysDebtFirst } from '../../entities/pays-debt-first.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'

interface CancelDialogProps {
  orderId: string
  /** What cancelling would return. Absent from what a device stored before the field existed, until it is read anew. */
  cancellation: (UnitDetail['cancellation'] & object) | undefined
  currency: string
  isOpen: boolean
  onClose: () => void
}

/** Cancels an order, after saying what is lost and what is refunded, to the cent. */
export function CancelDialog({ orderId, cancellation, currency, isOpen, onClose }: CancelDialogProps) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const client = useQueryClient()
  const { run, check, unknown, isChecking, isBusy, isReady, sheet } = useCommand(orderCancel, {
    concerns: (it) => it.orderId === orderId,
    onOutcome: (outcome) => {
      if (outcome.kind === 'rejected') {
        // The units were settled meanwhile, or the window is over: the figures are read anew.
        void client.invalidateQueries({ queryKey: [userGoodsDetail.path] })
        toast(
          isOtherRefund(outcome.error)
            ? t`The amount you get back has changed. Check the new figures.`
            : reason(outcome.error),
          {
            tone: 'danger',
            duration: 6000,
          },
        )
      }
      if (outcome.kind !== 'applied') return
      toast(
        outcome.answer.refund === 0
          ? t`Order cancelled. There was nothing to pay back.`
          : t`Order cancelled. What you get back went to the wallet it came from.`,
        { tone: 'positive' },
      )
      onClose()
    },
  })
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={<Trans>Cancel this order?</Trans>}
        actions={
          <>
            <Button
              look="danger"
              wide
              busy={isBusy}
              disabled={!isOnline || !isReady || unknown !== undefined || cancellation === undefined}
              onClick={() => void run({ orderId, expectedRefund: cancellation?.refund ?? null })}
            >
              <Trans>Cancel the order</Trans>
            </Button>
            <Button look="plain" wide onClick={onClose}>
              <Trans>Keep the order</Trans>
            </Button>
          </>
        }
      >
        <CancelTerms cancellation={cancellation} />
        {cancellation && (
          <div className="mt-3">
            <Cancellation {...cancellation} currency={currency} />
          </div>
        )}
        <div className="mt-3 flex flex-col gap-2 empty:hidden">
          {refundWallets(cancellation).map((it) => (
            <PaysDebtFirst key={it} wallet={it} />
          ))}
        </div>
        {unknown && (
          <div className="mt-3">
            <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
          </div>
        )}
      </Dialog>
      <CommandSheet {...sheet} />
    </>
  )
}

/** What ends, what returns and what is taken back. What an older answer doesn't say is told, in case it applies. */
export function CancelTerms({ cancellation }: Pick<CancelDialogProps, 'cancellation'>) {
  return (
    <>
      <Trans>
        All units of this order end. You get back what you paid, minus the income already settled for them, which you
        keep. You don't get what the machine has earned since that settlement. The money returns to the wallet it came
        from.
      </Trans>
      {cancellation?.giftPoints !== 0 && (
        <>
          {' '}
          <Trans>
            Gift points of this order are taken back. Those that you've already spent are taken off the gift points of
            your next orders.
          </Trans>
        </>
      )}
      {cancellation?.earned !== 0 && (
        <>
          {' '}
          <Trans>
            Income of this order that you've already claimed no longer counts as growth. The level you've reached stays
            yours.
          </Trans>
        </>
      )}
      {cancellation?.hasCoupon !== false && (
        <>
          {' '}
          <Trans>You can use the coupon of this order again until it expires.</Trans>
        </>
      )}
    </>
  )
}

/** What is given up and what comes back: shown while amounts are hidden too (docs/privacy.md). */
export function Cancellation({
  paid,
  earned,
  refund,
  currency,
}: Pick<UnitDetail['cancellation'] & object, 'paid' | 'earned' | 'refund'> & { currency: string }) {
  return (
    <Facts>
      <Fact name={<Trans>You paid</Trans>}>
        <Money isOpen value={paid} currency={currency} />
      </Fact>
      <Fact name={<Trans>Income that stays yours</Trans>}>
        <Money isOpen value={earned} currency={currency} />
      </Fact>
      <Fact name={<Trans>You get back</Trans>}>
        <Money isOpen value={refund} currency={currency} />
      </Fact>
    </Facts>
  )
}

/** The wallets to which money may return: one, where the server has said which; none where nothing returns. */
export function refundWallets(cancellation: CancelDialogProps['cancellation']) {
  if (cancellation?.refund === 0) return []
  return cancellation?.wallet ? [cancellation.wallet] : (['recharge', 'income'] as const)
}

function isOtherRefund(error: unknown): boolean {
  return error instanceof ApiError && error.errno === errors.price_changed.errno
}
