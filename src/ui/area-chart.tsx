import { useState, type PointerEvent } from 'react'
import { alongReading } from './along-reading.ts'
import { ChartTable } from './chart-table.tsx'

export interface AreaPoint {
  label: string
  value: number
  text: string
}

const WIDTH = 320
const HEIGHT = 120

/** A value over time. A finger or pointer reads single points; everybody else has the table. */
export function AreaChart({ points, caption }: { points: readonly AreaPoint[]; caption: string }) {
  const [touched, setTouched] = useState<number>()
  const top = Math.max(1, ...points.map((it) => it.value))
  const step = WIDTH / Math.max(1, points.length - 1)
  const place = (index: number) => ({
    x: index * step,
    y: HEIGHT - 4 - (Math.max(0, points[index]?.value ?? 0) / top) * (HEIGHT - 12),
  })
  const line =
    points.map((_, index) => `${index ? 'L' : 'M'}${place(index).x.toFixed(1)} ${place(index).y.toFixed(1)}`).join('') +
    (points.length === 1 ? `H${WIDTH}` : '')
  const touch = (event: PointerEvent<HTMLElement>) => {
    setTouched(Math.min(points.length - 1, Math.max(0, Math.round(alongReading(event) * (points.length - 1)))))
  }
  const shown = touched === undefined ? undefined : points[touched]
  return (
    <figure className="relative flex flex-col gap-1">
      <div aria-hidden className="figures flex min-h-5 justify-between gap-4 text-small text-ink-soft">
        {shown ? (
          <>
            <bdi>{shown.label}</bdi>
            <bdi className="font-strong text-ink">{shown.text}</bdi>
          </>
        ) : (
          <span />
        )}
      </div>
      <div
        aria-hidden
        className="relative touch-pan-y"
        onPointerMove={touch}
        onPointerDown={touch}
        onPointerLeave={() => setTouched(undefined)}
        onPointerCancel={() => setTouched(undefined)}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-32 w-full overflow-visible rtl:-scale-x-100"
        >
          <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
          {points.length > 0 && (
            <>
              <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="var(--color-accent-soft)" />
              <path
                d={line}
                fill="none"
                stroke="var(--color-accent-ink)"
                strokeWidth="2.5"
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </>
          )}
          {touched !== undefined && (
            <path
              d={`M${place(touched).x} 0V${HEIGHT}`}
              stroke="var(--color-edge)"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {touched !== undefined && (
          <span
            className="absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-accent-ink rtl:translate-x-1/2"
            style={{
              insetInlineStart: `${(place(touched).x / WIDTH) * 100}%`,
              top: `${(place(touched).y / HEIGHT) * 100}%`,
            }}
          />
        )}
      </div>
      <div aria-hidden className="flex justify-between text-small leading-4 text-ink-soft">
        <bdi>{points[0]?.label}</bdi>
        <bdi>{points.at(-1)?.label}</bdi>
      </div>
      <ChartTable caption={caption} rows={points.map((it) => ({ label: it.label, text: it.text }))} />
    </figure>
  )
}
