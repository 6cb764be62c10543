import { Suspense } from 'react'
import { ChartFrame, type AreaPoint } from './chart-frame.tsx'
import { lazy, Nothing } from './lazy.tsx'
import { PathDrawing } from './path-drawing.tsx'

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
