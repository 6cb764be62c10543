import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { depositEnd, type TimeDeposit } from '#protocol/deposits.ts'
import { amendAnswer } from '../../../cache/amend-answer.ts'
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
import { deposits } from '../queries.ts'
import { wayOutOf } from './deposit-way-out.ts'
import { serverNow } from '../../../lib/server-clock.ts'

/** Ends a deposit: before its term without interest and after a second question; after its term with all interest. */
export function EndDeposit({
  deposit: { id, principal, interest, currency, paidFrom, maturesAt },
}: {
  deposit: TimeDeposit
}) {
  const { t } = useLingui()
  const client = useQueryClient()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const { isBusy, isReady, isChecking, outcome, unknown, run, check, sheet } = useCommand(depositEnd, {
    concerns: (it) => it.id === id,
    onOutcome: (outcome) => {
      if (outcome.kind !== 'applied') return
      const ended = outcome.answer
      amendAnswer(client, deposits, ({ pages, ...rest }) => ({
        ...rest,
        pages: pages.map((page) => ({ ...page, items: page.items.map((it) => (it.id === id ? ended : it)) })),
      }))
      toast(t`Deposit ended. Your money went back to the wallet it came from.`, { tone: 'positive' })
    },
  })
  const rejection = outcome?.kind === 'rejected' ? outcome.error : undefined
  const [isAsked, setAsked] = useState(false)
  const way = wayOutOf(maturesAt, serverNow(), rejection)
  const isDue = way === 'due'
  const [amount, lost] = [
    <Money isOpen key="amount" value={principal} currency={currency} />,
    <Money isOpen key="lost" value={interest} currency={currency} />,
  ]
  const isUnknown = unknown !== undefined
  const end = (expectedInterest: number) => void run({ id, expectedInterest })
  return (
    <div className="flex flex-col gap-2">
      {way === 'earlyAfterAll' && (
        <Banner tone="warning" icon="warning">
          <Trans>Its term hasn't ended yet: the clock on this device is fast. Nothing was moved.</Trans>
        </Banner>
      )}
      {rejection !== undefined && way !== 'earlyAfterAll' && (
        <Banner tone="danger" icon="warning">
          {reason(rejection)}
        </Banner>
      )}
      {isUnknown && (
        <Banner
          tone="warning"
          icon="warning"
          action={
            <Button look="plain" size="small" busy={isChecking} onClick={() => void check()}>
              <Trans>Check now</Trans>
            </Button>
          }
        >
          <Trans>We don't know yet if it was ended: the connection dropped.</Trans>
        </Banner>
      )}
      {isDue && <PaysDebtFirst wallet={paidFrom} />}
      {!isUnknown && (
        <Button
          look="plain"
          size="small"
          busy={isBusy}
          disabled={!isOnline || !isReady}
          onClick={() => (isDue ? end(interest) : setAsked(true))}
        >
          {isDue ? <Trans>Take it out with interest</Trans> : <Trans>End early</Trans>}
        </Button>
      )}
      {!isOnline && (
        <p className="text-center text-small text-ink-soft">
          <Trans>You need a connection to end a deposit.</Trans>
        </p>
      )}
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>End this deposit now?</Trans>}
        actions={
          <>
            <Button
              look="danger"
              wide
              onClick={() => {
                setAsked(false)
                end(0)
              }}
            >
              <Trans>Give up {lost} and end it</Trans>
            </Button>
            <Button look="plain" wide onClick={() => setAsked(false)}>
              <Trans>Keep the deposit</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          You get all {amount} back at once, in the wallet it came from. The interest of {lost} isn't paid; it returns
          to the reserve.
        </Trans>
        <div className="mt-3 empty:hidden">
          <PaysDebtFirst wallet={paidFrom} />
        </div>
      </Dialog>
      <CommandSheet {...sheet} />
    </div>
  )
}
