import { Trans } from '@lingui/react/macro'
import { useId, useLayoutEffect, useState } from 'react'
import { Age, useAgeText } from './age.tsx'

/** The stamps on the page, by their words, with the line that shows each. */
const stamps = new Map<string, string>()

/** Whether no other line on the page says the same: several parts of one age would push it down for nothing. */
function useIsOnly(words: string): boolean {
  const line = useId()
  const [isOnly, setOnly] = useState(true)
  // After each render, because the line above may have gone meanwhile.
  useLayoutEffect(() => {
    if (!stamps.has(words)) stamps.set(words, line)
    setOnly(stamps.get(words) === line)
    return () => {
      if (stamps.get(words) === line) stamps.delete(words)
    }
  })
  return isOnly
}

/** How old the data is that stands below, and how to try again where it could not be refreshed. */
export function StaleLine({ at, failed, onRetry }: { at: number; failed: boolean; onRetry: () => void }) {
  const isOnly = useIsOnly(useAgeText(at))
  if (!isOnly && !failed) return null
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2" role="status">
      {at > 0 && <Age at={at} />}
      {failed && (
        <button type="button" onClick={onRetry} className="min-h-11 text-small font-strong text-accent-ink underline">
          <Trans>Couldn't refresh. Try again</Trans>
        </button>
      )}
    </div>
  )
}
