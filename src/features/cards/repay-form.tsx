import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { repayCardBill, type CardBill } from '#protocol/cards.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { ownReasonOf } from '../../lib/own-reasons.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFirstInvalid } from '../../ui/use-first-invalid.ts'
import { useOnline } from '../../ui/use-online.ts'
import { leftOf } from './bill-words.ts'
import { bankCards } from '../../entities/bank-cards.ts'
import { balances } from '../../entities/balances.ts'
import { PayFrom } from './pay-from.tsx'
import { repaymentError, type Wallet } from './repayment-validation.ts'
import { UnknownRepayment } from './unknown-repayment.tsx'
import { useRepaymentWords } from './use-repayment-words.ts'

/**
 * Repays a bill wholly or in part. The command carries the amount that was shown as left. If that has changed, the
 * server rejects it and takes nothing.
 */
export function RepayForm({ bill }: { bill: CardBill }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const client = useQueryClient()
  const isOnline = useOnline()
  const [amount, setAmount] = useState<number | undefined>(leftOf(bill))
  const [wallet, setWallet] = useState<Wallet>('recharge')
  const [tries, setTries] = useState(0)
  const formRef = useFirstInvalid(tries)
  const query = useQuery(balances)
  const { outcome, unknown, isReady, isBusy, isChecking, run, check, sheet } = useCommand(repayCardBill, {
    concerns: (it) => it.billId === bill.id,
    onOutcome: (it) => {
      if (it.kind === 'rejected') {
        void query.refetch()
        void client.invalidateQueries({ queryKey: bankCards.queryKey })
      }
      if (it.kind !== 'applied') return
      const repaid = it.answer.bill
      setTries(0)
      setAmount(leftOf(repaid) || undefined)
      toast(repaid.completedAt === null ? t`Partly repaid` : t`Repaid in full`, { tone: 'positive' })
    },
  })
  const answer = outcome?.kind === 'applied' ? outcome.answer : undefined
  const rejection = outcome?.kind === 'rejected' ? outcome.error : undefined
  const isLost = ownReasonOf(rejection) === 'notArrived'
  // The answer of a repayment arrives before the refetched list, so the greater `repaid` of the two is the newer.
  const left = leftOf(answer && answer.bill.repaid > bill.repaid ? answer.bill : bill)
  const { currency } = bill
  const validationError = repaymentError({ amount, left, balance: query.data?.[wallet] })
  const say = useRepaymentWords()
  const repay = () => {
    setTries(tries + 1)
    if (!validationError && amount !== undefined) void run({ billId: bill.id, wallet, amount, expectedLeft: left })
  }
  const names = { recharge: t`Recharge wallet`, income: t`Income wallet` }
  if (unknown)
    return (
      <UnknownRepayment
        amount={Number(unknown.args['amount'])}
        currency={currency}
        onCheck={() => void check()}
        isChecking={isChecking}
      />
    )
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        repay()
      }}
      className="flex flex-col gap-4"
    >
      <div className="flex flex-col items-start gap-1">
        <div className="w-full">
          <AmountField
            label={t`Repay`}
            currency={currency}
            value={amount}
            onChange={setAmount}
            error={tries > 0 && validationError && say(validationError, left, currency)}
          />
        </div>
        {amount !== left && (
          <Button look="plain" size="small" onClick={() => setAmount(left)}>
            <Trans>
              Repay all: <Money value={left} currency={currency} />
            </Trans>
          </Button>
        )}
      </div>
      <PayFrom names={names} currency={currency} value={wallet} onChange={setWallet} />
      {isLost && (
        <Banner tone="warning" icon="info">
          <Trans>Your repayment didn't reach the server. Nothing was taken, and you can repay again.</Trans>
        </Banner>
      )}
      {rejection !== undefined && !isLost && (
        <Banner tone="danger" icon="warning">
          {isChanged(rejection) ? (
            <Trans>The amount left to repay has changed, and nothing was taken. Check it and repay again.</Trans>
          ) : (
            reason(rejection)
          )}
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="warning" icon="offline">
          <Trans>You need a connection to repay. Until then the bill stays as it is.</Trans>
        </Banner>
      )}
      <Button type="submit" wide icon="shield" busy={isBusy} disabled={!isOnline || !isReady}>
        {amount === undefined || validationError ? (
          <Trans>Repay</Trans>
        ) : (
          <Trans>
            Repay <Money isOpen value={amount} currency={currency} />
          </Trans>
        )}
      </Button>
      <CommandSheet {...sheet}>
        <Trans>
          Repay <Money isOpen value={amount ?? 0} currency={currency} /> from: {names[wallet]}
        </Trans>
      </CommandSheet>
    </form>
  )
}

function isChanged(failure: unknown): boolean {
  return failure instanceof ApiError && failure.errno === errors.price_changed.errno
}
