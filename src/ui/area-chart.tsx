import { Suspense } from 'react'
import { ChartFrame, heightOf, type AreaPoint } from './chart-frame.tsx'
import { lazy, Nothing } from './lazy.tsx'

/** Up to so many points are drawn as a path; more by a library that is fetched for them. */
const mostInPath = 60

const LongDrawing = lazy(async () => (await import('./long-drawing.tsx')).LongDrawing, Nothing)

/** A value over time. A finger, a pointer or the arrow keys read single points; all of them stand in a table. */
export function AreaChart({ points, caption }: { points: readonly AreaPoint[]; caption: string }) {
  const top = Math.max(1, ...points.map((it) => it.value ?? 0))
  const values = points.map((it) => it.value)
  return (
    <ChartFrame points={points} caption={caption} top={top}>
      <div className="h-32">
        {points.length > mostInPath ? (
          <Suspense>
            <LongDrawing values={values} top={top} />
          </Suspense>
        ) : (
          <PathDrawing values={values} top={top} />
        )}
      </div>
    </ChartFrame>
  )
}

const WIDTH = 320
const HEIGHT = 120

function PathDrawing({ values, top }: { values: readonly (number | null)[]; top: number }) {
  const step = WIDTH / Math.max(1, values.length - 1)
  // Only the beginning can be without values.
  const from = values.findIndex((it) => it !== null)
  const line =
    values
      .slice(Math.max(0, from))
      .map((it, at) => {
        const place = `${((at + from) * step).toFixed(1)} ${(heightOf(it ?? 0, top) * HEIGHT).toFixed(1)}`
        return `${at ? 'L' : 'M'}${place}`
      })
      .join('') + (from === values.length - 1 ? `H${WIDTH}` : '')
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-full w-full overflow-visible rtl:-scale-x-100"
    >
      <path d={`M0 ${HEIGHT}H${WIDTH}`} stroke="var(--color-line)" vectorEffect="non-scaling-stroke" />
      {from >= 0 && (
        <>
          <path
            d={`${line}L${WIDTH} ${HEIGHT}L${(from * step).toFixed(1)} ${HEIGHT}Z`}
            fill="var(--color-accent-soft)"
          />
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
    </svg>
  )
}
