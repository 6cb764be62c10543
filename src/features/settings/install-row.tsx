import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { install, installWay, onInstallWay } from '../../ui/install-offer.ts'

/** Installs the app, or explains how; absent where the browser offers no way. */
export function InstallRow() {
  const way = useSyncExternalStore(onInstallWay, installWay)
  if (way === 'none') return null
  return (
    <Card>
      <p className="font-strong">
        <Trans>Install Voltfolio</Trans>
      </p>
      <p className="text-small text-ink-soft text-pretty">
        {way === 'prompt' ? (
          <Trans>It opens instantly from your home screen, online or offline.</Trans>
        ) : (
          <Trans>
            Tap Share below, then “Add to Home Screen”. The app then opens instantly, online or offline, and can notify
            you.
          </Trans>
        )}
      </p>
      {way === 'prompt' && (
        <div className="mt-3">
          <Button size="small" look="quiet" icon="download" onClick={() => void install()}>
            <Trans>Install</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
