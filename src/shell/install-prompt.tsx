import { Trans } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { systemClock } from '../lib/clock.ts'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { install, installWay, onInstallWay } from '../ui/install-offer.ts'
import { Notice } from './notice.tsx'

const name = 'voltfolio-install-declined'
const restMs = 90 * 24 * 3600_000

/** Offers to install the app on the home screen, to members only, and not again for 90 days after a no. */
export function InstallPrompt() {
  const way = useSyncExternalStore(onInstallWay, installWay)
  const memberId = useSignedIn()
  const [isDeclined, setDeclined] = useState(wasDeclined)
  if (way === 'none' || memberId === undefined || isDeclined) return null
  const decline = () => {
    setDeclined(true)
    try {
      localStorage.setItem(name, String(systemClock.now()))
    } catch {
      // Without storage the next visit asks again.
    }
  }
  return (
    <Notice
      icon="download"
      title={<Trans>Add Voltfolio to your home screen</Trans>}
      onDismiss={decline}
      action={
        way === 'prompt' && (
          <Button size="small" onClick={() => void install().then((isAccepted) => isAccepted || decline())}>
            <Trans>Install</Trans>
          </Button>
        )
      }
    >
      {way === 'prompt' ? (
        <Trans>It opens instantly from your home screen, online or offline.</Trans>
      ) : (
        <Trans>
          Tap Share below, then “Add to Home Screen”. The app then opens instantly, online or offline, and can notify
          you.
        </Trans>
      )}
    </Notice>
  )
}

function wasDeclined(): boolean {
  try {
    return systemClock.now() - Number(localStorage.getItem(name) ?? Number.NEGATIVE_INFINITY) < restMs
  } catch {
    // Storage is blocked: a no could not be saved, so nobody is asked.
    return true
  }
}
