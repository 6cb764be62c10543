import { reported } from '../lib/report.ts'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

const ENOUGH = 64
const MOST = 96

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
  const offset = isBusy ? ENOUGH : pulled
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
            style={{ translate: `0 ${offset - 48}px`, opacity: Math.min(1, offset / ENOUGH) }}
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

/** React registers touch listeners as passive, and a passive listener can't stop the page from scrolling. */
function usePull(frame: { current: HTMLElement | null }, onPull: (pixels: number) => void, onRelease: () => void) {
  const release = useRef(onRelease)
  useEffect(() => {
    release.current = onRelease
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let start: { x: number; y: number } | undefined
    let pixels = 0
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0]
      // Elements that handle strokes themselves, such as a map, keep doing so.
      const isTaken = event.target instanceof Element && event.target.closest('.touch-none') !== null
      start =
        touch && !isTaken && event.touches.length === 1 && scrollY <= 0
          ? { x: touch.clientX, y: touch.clientY }
          : undefined
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!start || !touch) return
      const down = touch.clientY - start.y
      if (pixels === 0 && (down < 8 || Math.abs(touch.clientX - start.x) > down)) {
        if (Math.abs(touch.clientX - start.x) > 8 || down < -8) start = undefined
        return
      }
      pixels = Math.max(1, MOST * (1 - Math.exp(-down / 140)))
      if (event.cancelable) event.preventDefault()
      onPull(pixels)
    }
    const end = () => {
      if (pixels >= ENOUGH) release.current()
      if (pixels > 0) onPull(0)
      pixels = 0
      start = undefined
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [frame, onPull])
}
