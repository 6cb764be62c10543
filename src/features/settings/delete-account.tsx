import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { DeletionLoss } from '#protocol/auth.ts'
import { ApiError } from '../../api/api-error.ts'
import { formatMoney } from '../../lib/money.ts'
import { signOut } from '../../outbox/sign-out.ts'
import { useOwedKey } from '../../outbox/owed-key.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useReason } from '../../ui/use-reason.ts'
import { deleteThisAccount } from './commands.ts'

/** The way out for good: what it means, the password, and a tick. The server refuses while anything of value is left. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" wide onClick={() => setOpen(true)}>
        <Trans>Delete the account</Trans>
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={<Trans>Delete the account</Trans>}>
        {isOpen && <Confirmation />}
      </Sheet>
    </>
  )
}

function Confirmation() {
  const { t, i18n } = useLingui()
  const reason = useReason()
  const owed = useOwedKey()
  const [password, setPassword] = useState('')
  const [isSure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [rejection, setRejection] = useState<unknown>()
  const [loss, setLoss] = useState<v.InferOutput<typeof DeletionLoss>>()
  const lost = loss && formatMoney(loss.givesUp, loss.currency, i18n.locale)

  async function leave(event: SubmitEvent) {
    event.preventDefault()
    setBusy(true)
    setRejection(undefined)
    try {
      const args = { password, givesUp: loss?.givesUp ?? 0 }
      await deleteThisAccount(args, owed.keyOf(args))
      await signOut()
    } catch (error) {
      const found = lossIn(error)
      if (found) setLoss(found)
      else setRejection(error)
      owed.settled(error)
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void leave(event)} className="flex flex-col gap-4 pt-1">
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>
          <Trans>
            Your name, phone, addresses, cards, contract and messages are removed, and you are signed out everywhere.
          </Trans>
        </li>
        <li>
          <Trans>
            Units that still run end at once and earn nothing more. Gold coins, Lucky Balls and coupons are gone.
          </Trans>
        </li>
        <li>
          <Trans>
            The books keep the amounts, without your name. First take out what is yours: while there is money or
            anything under way, the account can't be deleted.
          </Trans>
        </li>
      </ul>
      {loss && (
        <Banner tone="warning" icon="warning">
          <Trans>
            Your units have earned {lost} that is not settled yet, and deleting the account now gives it up. To keep it,
            wait until it is settled, claim it and withdraw it.
          </Trans>
        </Banner>
      )}
      {rejection !== undefined && (
        <Banner tone="danger" icon="warning">
          {reason(rejection)}
        </Banner>
      )}
      <PasswordField
        label={t`Login password`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
      />
      <Checkbox checked={isSure} onChange={(event) => setSure(event.target.checked)}>
        <Trans>I understand that this can't be undone.</Trans>
      </Checkbox>
      <Button type="submit" look="danger" wide busy={isBusy} disabled={!isSure || password === ''}>
        {loss ? <Trans>Give up {lost} and delete my account</Trans> : <Trans>Delete my account</Trans>}
      </Button>
    </form>
  )
}

/** What would be lost, where the server rejected because of it: pressing again accepts the loss. */
function lossIn(error: unknown): v.InferOutput<typeof DeletionLoss> | undefined {
  const read = error instanceof ApiError ? v.safeParse(DeletionLoss, error.data) : undefined
  return read?.success ? read.output : undefined
}
