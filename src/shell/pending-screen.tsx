import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { chunkTimeoutMs } from '../lib/chunk-timeout.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'
import { DetailSkeleton } from '../ui/skeletons.tsx'

/** Milliseconds before a page is said to take long (specification 2 and 9). */
const pageTimeoutMs = 60_000

/** Shown when a page takes more than 200 ms to load. */
export function PendingScreen() {
  const waited = useWaited()
  return (
    <Screen>
      {waited === 0 ? (
        <DetailSkeleton />
      ) : (
        <EmptyState
          art="offline"
          title={
            waited === 1 ? <Trans>This page is taking a while</Trans> : <Trans>This page couldn't be loaded</Trans>
          }
          action={
            <Button onClick={() => location.reload()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {waited === 1 ? (
            <Trans>It's still loading. You can wait, go back or try again.</Trans>
          ) : (
            <Trans>
              Part of the app took too long or is missing. Check your connection and try again. Nothing of yours is
              affected.
            </Trans>
          )}
        </EmptyState>
      )}
    </Screen>
  )
}

/** The number of time-outs that have passed since the screen appeared. */
function useWaited(): number {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const timers = [pageTimeoutMs, chunkTimeoutMs].map((ms, at) => setTimeout(() => setPassed(at + 1), ms))
    return () => timers.forEach(clearTimeout)
  }, [])
  return passed
}
