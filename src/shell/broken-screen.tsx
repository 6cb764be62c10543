import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { isFailedImport } from '../lib/failed-import.ts'
import { homePath } from '../sitemap.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'
import { useOnline } from '../ui/use-online.ts'

/** Shown when a screen threw or a chunk could not be fetched: says which of the two, and offers two ways out. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const isOnline = useOnline()
  const again = () => {
    reset()
    void router.invalidate()
  }
  const isPart = isFailedImport(error)
  return (
    <Screen title={isPart && !isOnline ? t`You're offline` : t`Something went wrong`}>
      <EmptyState
        art="error"
        title={isPart ? t`Part of the app couldn't be loaded` : t`This page stopped working`}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button icon="refresh" onClick={isPart && isOnline ? () => location.reload() : again}>
              <Trans>Try again</Trans>
            </Button>
            <Link to={homePath} className={buttonClass({ look: 'plain' })}>
              <Trans>Go to Home</Trans>
            </Link>
          </span>
        }
      >
        {isPart ? (
          <Trans>
            It timed out or is missing on the server. Pages you opened before still work, and what you saved on this
            device is safe.
          </Trans>
        ) : (
          <Trans>What you saved on this device is safe. If it happens again, reload the app.</Trans>
        )}
      </EmptyState>
    </Screen>
  )
}
