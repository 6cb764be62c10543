import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { PlayLimits } from '#protocol/games.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { isPaused } from './obstacle.ts'

/** A pause of 24 hours, asked for once more; absent while there is one. */
export function PauseGames({
  limits: { pausedUntil },
  canSave,
  onPause,
}: {
  limits: PlayLimits
  canSave: boolean
  onPause: () => void
}) {
  const [isAsking, ask] = useState(false)
  if (isPaused(pausedUntil)) return null
  return (
    <div className="flex flex-col gap-3">
      <Button look="quiet" icon="clock" disabled={!canSave} onClick={() => ask(true)}>
        <Trans>Pause all games for 24 hours</Trans>
      </Button>
      <p className="text-small text-pretty text-ink-soft">
        <Trans>You can't end a pause early. You can still claim your prizes.</Trans>
      </p>
      <Dialog
        isOpen={isAsking}
        onClose={() => ask(false)}
        title={<Trans>Pause all games for 24 hours?</Trans>}
        actions={
          <>
            <Button
              onClick={() => {
                ask(false)
                onPause()
              }}
            >
              <Trans>Pause for 24 hours</Trans>
            </Button>
            <Button look="plain" onClick={() => ask(false)}>
              <Trans>Don't pause</Trans>
            </Button>
          </>
        }
      >
        <Trans>Nobody can end it early, not the operator either.</Trans>
      </Dialog>
    </div>
  )
}
