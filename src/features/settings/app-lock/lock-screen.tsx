import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { removeLock } from '../../../lib/app-lock/lock-state.ts'
import { unlock } from '../../../lib/app-lock/try-pin.ts'
import { systemClock } from '../../../lib/clock.ts'
import { signOut } from '../../../outbox/sign-out.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { UnlockForm } from './unlock-form.tsx'

/** Stands over everything while the app is locked. Unlocking or logging out are the only ways past it. */
export function LockScreen({ memberId }: { memberId: string }) {
  return (
    <main className="layer-toast fixed inset-0 overflow-y-auto bg-canvas px-5 pt-[max(15vh,var(--safe-top))] pb-8">
      <div className="mx-auto flex max-w-form flex-col gap-6">
        <div className="flex flex-col items-center gap-3 text-center">
          <Icon name="shield" size="large" className="text-accent-ink" />
          <h1 className="text-title font-strong">
            <Trans>Voltfolio is locked</Trans>
          </h1>
        </div>
        <UnlockForm memberId={memberId} onUnlocked={() => unlock(memberId, systemClock)} />
        <WayOut memberId={memberId} />
      </div>
    </main>
  )
}

/** For who has forgotten the PIN: logging in again proves who they are, so the lock goes. */
function WayOut({ memberId }: { memberId: string }) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await signOut()
    removeLock(memberId)
  }
  if (!isAsked)
    return (
      <Button look="plain" wide onClick={() => setAsked(true)}>
        <Trans>Can't unlock? Log out</Trans>
      </Button>
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty text-ink-soft">
        <Trans>
          Logging out removes the lock. Log in with your password to use the app again. Actions that were not sent yet
          stay on this device and are sent then.
        </Trans>
      </p>
      <Button look="danger" wide busy={isBusy} onClick={() => void leave()}>
        <Trans>Log out</Trans>
      </Button>
      <Button look="plain" wide disabled={isBusy} onClick={() => setAsked(false)}>
        <Trans>Stay logged in</Trans>
      </Button>
    </div>
  )
}
