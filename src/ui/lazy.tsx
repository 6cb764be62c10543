import { Trans } from '@lingui/react/macro'
import { lazy as reactLazy, type ComponentType } from 'react'
import { chunkTimeoutMs } from '../lib/chunk-timeout.ts'
import { sleep } from '../lib/sleep.ts'
import { Button } from './button.tsx'
import { useOnline } from './use-online.ts'

/**
 * A component in a chunk of its own. Where the chunk can't be fetched or doesn't come in time, the rest of the page
 * stays, and `Missing` takes the component's place: by default a message with a button that reloads.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType = MissingPart,
): ComponentType<P> {
  return reactLazy(() =>
    Promise.race([load(), sleep(chunkTimeoutMs)])
      .catch(() => {})
      .then((it) => ({ default: it ?? (Missing as ComponentType<P>) })),
  )
}

/** As `Missing`, for components whose absence needs no message. */
export function Nothing() {
  return null
}

function MissingPart() {
  const isOnline = useOnline()
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 rounded-md bg-surface px-4 text-small">
      <span className="py-2">
        <Trans>Part of the app couldn't be loaded</Trans>
      </span>
      {/* Without a network a reload could lose the whole page. */}
      {isOnline && (
        <Button look="plain" size="small" icon="refresh" onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
