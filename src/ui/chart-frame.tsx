import type { ReactNode } from 'react'
import { ChartTable } from './chart-table.tsx'
import { heightOf } from './path-drawing.tsx'
import { useScrub } from './use-scrub.ts'

export interface AreaPoint {
  label: string
  /** Null where there was nothing to measure yet: drawn as a gap, not as zero. */
  value: number | null
  text: string
}

interface ChartFrameProps {
  points: readonly AreaPoint[]
  caption: string
  /** The value at the upper edge. */
  top: number
  /** The drawing, as wide as the frame. */
  children: ReactNode
}

/**
 * What stands around the drawing of a value over time: the line of the highest value with that value above it; in
 * its place the point that is read by a finger, a pointer or the arrow keys; the first and the last label; and all
 * points in a table.
 */
export function ChartFrame({ points, caption, top, children }: ChartFrameProps) {
  const { at, handle } = useScrub(
    points.map((it) => `${it.label}: ${it.text}`),
    caption,
  )
  const shown = at === undefined ? undefined : points[at]
  const highest = points.find((it) => it.value === top)
  const along = `${((at ?? 0) / Math.max(1, points.length - 1)) * 100}%`
  return (
    <figure className="relative flex flex-col gap-1">
      <div aria-hidden className="figures flex min-h-5 justify-between gap-4 text-small text-ink-soft">
        {shown ? (
          <>
            <bdi>{shown.label}</bdi>
            <bdi className="font-strong text-ink">{shown.text}</bdi>
          </>
        ) : (
          highest && (
            // A margin of the text itself would follow its own direction, not the page's.
            <span className="ms-auto">
              <bdi>{highest.text}</bdi>
            </span>
          )
        )}
      </div>
      <div {...handle} className="relative touch-pan-y rounded-sm">
        {children}
        {highest && (
          <span
            aria-hidden
            className="absolute inset-x-0 border-t border-dotted border-edge"
            style={{ top: `${heightOf(top, top) * 100}%` }}
          />
        )}
        {shown && (
          <>
            <span
              className="absolute inset-y-0 -translate-x-1/2 border-s border-dashed border-edge rtl:translate-x-1/2"
              style={{ insetInlineStart: along }}
            />
            {shown.value !== null && (
              <span
                className="absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-accent-ink rtl:translate-x-1/2"
                style={{ insetInlineStart: along, top: `${heightOf(shown.value, top) * 100}%` }}
              />
            )}
          </>
        )}
      </div>
      <div aria-hidden className="flex justify-between gap-4 text-small leading-[1rem] text-ink-soft">
        <bdi>{points[0]?.label}</bdi>
        <bdi className="text-end">{points.at(-1)?.label}</bdi>
      </div>
      <ChartTable caption={caption} rows={points.map((it) => ({ label: it.label, text: it.text }))} />
    </figure>
  )
}
