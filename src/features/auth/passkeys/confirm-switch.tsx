import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { passkeyConfirms } from '#protocol/passkeys.ts'
import { CommandSheet } from '../../../entities/command-sheet.tsx'
import { profile } from '../../../entities/profile.ts'
import { UnknownBanner } from '../../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useOnline } from '../../../ui/use-online.ts'

/** Whether a passkey may take the place of the transaction password. */
export function ConfirmSwitch() {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const member = useQuery(profile).data?.userInfo
  const { run, unknown, check, isBusy, isReady, isChecking, sheet } = useCommand(passkeyConfirms, {
    onOutcome: (it) => {
      if (it.kind === 'rejected') toast(reason(it.error), { tone: 'danger', duration: 6000 })
      if (it.kind === 'applied') toast(t`Saved`, { tone: 'positive' })
    },
  })
  return (
    <div className="rounded-lg bg-surface px-4 py-2 shadow-card">
      <Switch
        checked={member?.confirmsByPasskey === true}
        disabled={!isOnline || !isReady || isBusy || unknown !== undefined || !member}
        onChange={(event) => void run({ isOn: event.target.checked })}
        hint={<Trans>Your 6 digits still work too.</Trans>}
      >
        <Trans>Confirm payments and withdrawals with a passkey</Trans>
      </Switch>
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      <CommandSheet {...sheet} />
    </div>
  )
}
