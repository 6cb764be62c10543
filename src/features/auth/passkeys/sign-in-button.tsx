import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRejectionReason } from '../../../entities/use-rejection-reason.ts'
import { isPasskeyNotUsed } from '../../../lib/passkey-not-used.ts'
import { Button } from '../../../ui/button.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { FormRejection } from '../form-rejection.tsx'
import { useHasPasskeysHere } from './here.ts'

/** Logs in with a passkey; absent where this browser can't. `mayGoOn` says whether the agreement is ticked. */
export function PasskeySignInButton({ mayGoOn }: { mayGoOn: () => Promise<boolean> }) {
  const { t } = useLingui()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  if (!useHasPasskeysHere()) return null

  async function signIn() {
    setFailure(undefined)
    if (!(await mayGoOn())) return
    setBusy(true)
    try {
      const { signInWithPasskey } = await import('./browser-passkeys.ts')
      await signInWithPasskey()
    } catch (cause) {
      setFailure(cause)
    }
    setBusy(false)
  }

  return (
    <>
      <Button look="quiet" icon="shield" wide busy={isBusy} disabled={!isOnline} onClick={() => void signIn()}>
        <Trans>Use a passkey</Trans>
      </Button>
      <FormRejection
        message={
          failure === undefined
            ? undefined
            : isPasskeyNotUsed(failure)
              ? t`No passkey was used. Try again, or log in with your password.`
              : reason(failure)
        }
      />
    </>
  )
}
