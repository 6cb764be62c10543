import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { LocationFailure } from './locate.ts'
import { usePermission } from './use-permission.ts'

interface LocationFailureDialogProps {
  /** Undefined while nothing has failed. */
  failure: LocationFailure | undefined
  /** When the stored place was found, in milliseconds since 1970; undefined where none is stored. */
  lastAt: number | undefined
  onRetry: () => void
  /** On with the stored place, or without any. */
  onGoOn: () => void
}

/** Specification 8: what failed, how to permit it, and the last stored place where the reader cancels. */
export function LocationFailureDialog({ failure, lastAt, onRetry, onGoOn }: LocationFailureDialogProps) {
  // The words stay while the dialog fades out.
  const [shown, setShown] = useState(failure)
  if (failure !== undefined && failure !== shown) setShown(failure)
  const [isHelpShown, showHelp] = useState(false)
  useRetryOnceAllowed(failure === 'denied', onRetry)
  // Settings withhold the place in both cases: this page's, or the device's for all pages.
  const hasHelp = !isHelpShown && shown !== 'timed-out'
  const close = (then: () => void) => () => {
    showHelp(false)
    then()
  }
  return (
    <Dialog
      isOpen={failure !== undefined}
      onClose={close(onGoOn)}
      title={<Trans>We couldn't find your location</Trans>}
      actions={
        <>
          {hasHelp && (
            <Button wide onClick={() => showHelp(true)}>
              <Trans>How to allow it</Trans>
            </Button>
          )}
          {!(hasHelp && shown === 'denied') && (
            <Button wide icon="refresh" look={hasHelp ? 'quiet' : 'primary'} onClick={close(onRetry)}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button wide look="plain" onClick={close(onGoOn)}>
            {lastAt === undefined ? <Trans>Continue without location</Trans> : <Trans>Use the last known place</Trans>}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {shown && !isHelpShown && <Reason failure={shown} />}
        {isHelpShown && <Permitting />}
        {lastAt !== undefined && (
          <p>
            <Trans>The last known place:</Trans> <Age at={lastAt} />
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Reason({ failure }: { failure: LocationFailure }) {
  switch (failure) {
    case 'denied':
      return (
        <p>
          <Trans>The browser doesn't share your location. Check this page's location permission.</Trans>
        </p>
      )
    case 'timed-out':
      return (
        <p>
          <Trans>Your device didn't answer within 4 seconds. It often helps to go near a window.</Trans>
        </p>
      )
    case 'unavailable':
      return (
        <p>
          <Trans>Your device doesn't know where it is. Check that location is turned on.</Trans>
        </p>
      )
  }
}

/** No page may open the settings of a browser or a phone, so it says where they are. */
function Permitting() {
  return (
    <ol className="ms-5 flex list-decimal flex-col gap-2">
      <li>
        <Trans>
          Open this page's settings: tap the icon left of the address, or find the app in your device's settings.
        </Trans>
      </li>
      <li>
        <Trans>Under Permissions, set Location to Allow.</Trans>
      </li>
      <li>
        <Trans>Check in your phone's settings that location is on for the browser.</Trans>
      </li>
    </ol>
  )
}

/** Tries again by itself when the reader comes back from the settings and has permitted it. */
function useRetryOnceAllowed(isDenied: boolean, onRetry: () => void): void {
  const permission = usePermission()
  const retry = useRef(onRetry)
  useEffect(() => {
    retry.current = onRetry
  })
  useEffect(() => {
    if (isDenied && permission === 'granted') retry.current()
  }, [isDenied, permission])
}
