import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { deleteAccount, DeletionLoss } from '#protocol/auth.ts'
import { ApiError } from '../../api/api-error.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { formatMoney } from '../../lib/money.ts'
import { endDeletedAccount } from '../../outbox/session-end.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useOnline } from '../../ui/use-online.ts'

/**
 * Deletes the account for ever: explains the effects and asks for the password and a checkbox. The server rejects it
 * while the account holds anything of value.
 */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet-danger" icon="warning" wide onClick={() => setOpen(true)}>
        <Trans>Delete account</Trans>
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={<Trans>Delete account</Trans>}>
        {isOpen && <Confirmation />}
      </Sheet>
    </>
  )
}

type Loss = v.InferOutput<typeof DeletionLoss>

function Confirmation() {
  const { t, i18n } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const [password, setPassword] = useState('')
  const [isSure, setSure] = useState(false)
  const [loss, setLoss] = useState<Loss>()
  const { run, outcome, unknown, check, isChecking, isBusy, isReady, sheet } = useCommand(deleteAccount, {
    onOutcome: (it) => {
      if (it.kind === 'applied') endDeletedAccount()
      if (it.kind === 'rejected') setLoss((before) => lossIn(it.error) ?? before)
    },
  })
  const lost = loss && formatMoney(loss.givesUp + loss.pay + loss.money, loss.currency, i18n.locale)
  const isLeaving = isBusy || outcome?.kind === 'applied'
  const canLeave = isSure && password !== '' && isOnline && isReady && !unknown

  return (
    <form
      noValidate
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        const { givesUp = 0, pay: givesUpPay = 0, money: givesUpMoney = 0 } = loss ?? {}
        if (canLeave) void run({ password, confirmed: true, givesUp, givesUpPay, givesUpMoney })
      }}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>
          <Trans>
            Your name, phone, addresses, cards, contract and messages are removed, and you're logged out everywhere.
          </Trans>
        </li>
        <li>
          <Trans>
            Your active units end at once and earn nothing more. You lose your gold coins, Lucky Balls and coupons.
          </Trans>
        </li>
        <li>
          <Trans>If you have a contract, it ends, and the week under way isn't paid.</Trans>
        </li>
        <li>
          <Trans>
            The books keep the amounts, without your name. Take out your money first: you can't delete the account while
            it has money you can withdraw or anything in progress.
          </Trans>
        </li>
      </ul>
      {loss && <Losses {...loss} />}
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      {outcome?.kind === 'rejected' && !lossIn(outcome.error) && (
        <Banner tone="danger" icon="warning">
          {reason(outcome.error)}
        </Banner>
      )}
      <PasswordField
        label={t`Login password`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        enterKeyHint="done"
      />
      <Checkbox checked={isSure} onChange={(event) => setSure(event.target.checked)}>
        <Trans>I understand that this can't be undone.</Trans>
      </Checkbox>
      <Button type="submit" look="danger" wide busy={isLeaving} disabled={!canLeave}>
        {loss ? <Trans>Give up {lost} and delete my account</Trans> : <Trans>Delete my account</Trans>}
      </Button>
      <OfflineNote />
      <CommandSheet {...sheet} />
    </form>
  )
}

/** What the member loses by deleting the account now, and how to keep it. */
function Losses({ givesUp, pay: unfunded, money: stuck, currency }: Loss) {
  const { i18n } = useLingui()
  const [lost, pay, money] = [givesUp, unfunded, stuck].map((amount) => formatMoney(amount, currency, i18n.locale))
  return (
    <>
      {givesUp > 0 && (
        <Banner tone="warning" icon="warning">
          <Trans>
            Your units have earned {lost} that isn't settled yet. If you delete the account now, you lose it. To keep
            it, wait until it's settled, then claim and withdraw it.
          </Trans>
        </Banner>
      )}
      {unfunded > 0 && (
        <Banner tone="warning" icon="warning">
          <Trans>
            You are owed {pay} of pay that the operator hasn't set aside the money for yet. If you delete the account
            now, you lose it. To keep it, wait until you can receive it, then withdraw it.
          </Trans>
        </Banner>
      )}
      {stuck > 0 && (
        <Banner tone="warning" icon="warning">
          <Trans>
            Your wallets hold {money} that can't be withdrawn: what is in the recharge wallet, and income below the
            smallest withdrawal. If you delete the account now, you lose it and the operator keeps it.
          </Trans>
        </Banner>
      )}
    </>
  )
}

/** The loss that the server named in its rejection. Pressing the button again accepts it. */
function lossIn(error: unknown): Loss | undefined {
  const read = error instanceof ApiError ? v.safeParse(DeletionLoss, error.data) : undefined
  return read?.success ? read.output : undefined
}
