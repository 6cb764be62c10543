import { Trans } from '@lingui/react/macro'
import { lazy as reactLazy, type ComponentType } from 'react'
import { Button } from './button.tsx'
import { useOnline } from './use-online.ts'

/**
 * A part that comes in a file of its own, after the rest. Where that can't be fetched the rest stands all the same, and
 * in the part's place is a word and a way to load again; `Missing` where that should be something else.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType = MissingPart,
): ComponentType<P> {
  return reactLazy(() =>
    load()
      .catch(() => Missing as ComponentType<P>)
      .then((it) => ({ default: it })),
  )
}

/** For parts that are missed less than a word about them would disturb. */
export function Nothing() {
  return null
}

function MissingPart() {
  const isOnline = useOnline()
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-2 rounded-md bg-surface px-4 text-small">
      <span className="py-2">
        <Trans>A part of the app could not be fetched</Trans>
      </span>
      {/* Without a network, loading again could take the whole page away. */}
      {isOnline && (
        <Button look="plain" size="small" icon="refresh" onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
