import { reported } from '../lib/report.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

/** Pixels after which letting go refreshes. */
const enough = 64

/**
 * Pulling down at the top of the page requests fresh data. The pull meets growing resistance; sideways strokes do
 * nothing.
 */
export function PullToRefresh({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const [pulled, setPulled] = useState(0)
  const [isBusy, setBusy] = useState(false)
  usePull(frame, setPulled, () => {
    setBusy(true)
    void onRefresh()
      .catch(reported('pull to refresh'))
      .finally(() => setBusy(false))
  })
  const offset = isBusy ? enough : pulled
  return (
    <div ref={frame} className="relative flex flex-col gap-6">
      <div
        aria-hidden={!isBusy}
        role="status"
        aria-label={isBusy ? t`Refreshing` : undefined}
        className="pointer-events-none absolute inset-x-0 top-0 grid h-0 justify-items-center"
      >
        {offset > 0 && (
          <span
            style={{ translate: `0 ${offset - 48}px`, opacity: Math.min(1, offset / enough) }}
            className={classNames(
              'grid size-10 place-items-center rounded-full bg-raised text-accent-ink shadow-float',
              isBusy && 'transition-[translate] duration-(--calm)',
            )}
          >
            {isBusy ? <Spinner /> : <Icon name="refresh" size="small" />}
          </span>
        )}
      </div>
      <div
        className={classNames(
          'flex flex-col gap-6',
          pulled === 0 && 'transition-[translate] duration-(--calm) ease-settle',
        )}
        style={offset > 0 ? { translate: `0 ${offset}px` } : {}}
      >
        {children}
      </div>
    </div>
  )
}

/** The gesture's chunk comes after the first frame, which nobody pulls at yet. */
function usePull(frame: { current: HTMLElement | null }, onPull: (pixels: number) => void, onRelease: () => void) {
  const release = useRef(onRelease)
  useEffect(() => {
    release.current = onRelease
  })
  useEffect(() => {
    const ending = new AbortController()
    import('./pull-gesture.ts')
      .then((it) => {
        if (frame.current) it.watchPull(frame.current, enough, onPull, () => release.current(), ending.signal)
      })
      .catch(reported('pull to refresh'))
    return () => ending.abort()
  }, [frame, onPull])
}
