import { Trans } from '@lingui/react/macro'
import { useId, useLayoutEffect, useSyncExternalStore } from 'react'
import { createSignal } from '../lib/signal.ts'
import { Age, useAgeText } from './age.tsx'
import { hasAnswer, useReason } from './use-reason.ts'

/** The lines on the page, in the order in which they came. */
const lines = createSignal<readonly { id: string; words: string }[]>([])

/** Whether no line before it says the same: several parts of one age would push the page down for nothing. */
function useIsFirst(words: string): boolean {
  const id = useId()
  useLayoutEffect(() => {
    lines.set([...lines.getSnapshot(), { id, words }])
    return () => lines.set(lines.getSnapshot().filter((it) => it.id !== id))
  }, [id, words])
  const first = useSyncExternalStore(lines.subscribe, lines.getSnapshot, lines.getSnapshot).find(
    (it) => it.words === words,
  )
  return first === undefined || first.id === id
}

interface StaleLineProps {
  at: number
  /** Why it could not be refreshed; falsy where nothing has failed, or where there is no network to ask. */
  error: unknown
  onRetry: () => void
}

/** How old the data is that stands below, and how to try again, and why, where it could not be refreshed. */
export function StaleLine({ at, error, onRetry }: StaleLineProps) {
  const isFirst = useIsFirst(useAgeText(at))
  const reason = useReason()
  const failed = Boolean(error)
  if (!isFirst && !failed) return null
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2" role="status">
      {at > 0 && <Age at={at} />}
      {hasAnswer(error) && <span className="text-small text-ink-soft">{reason(error)}</span>}
      {failed && (
        <button type="button" onClick={onRetry} className="min-h-11 text-small font-strong text-accent-ink underline">
          <Trans>Couldn't refresh. Try again</Trans>
        </button>
      )}
    </div>
  )
}
