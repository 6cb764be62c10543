interface PathDrawingProps {
  /** One value a day, oldest first. Only the beginning can be without values: null, drawn as a gap and not as zero. */
  values: readonly (number | null)[]
  /** The value at the upper edge. */
  top: number
}

/** Parts of a drawing's height that stay free above the highest point and below zero. */
export const drawingRoom = { above: 8 / 120, below: 4 / 120 }

const WIDTH = 320
const HEIGHT = 120

/** A line over its area, as large as its box. It says nothing by itself: the chart around it does. */
export function PathDrawing({ values, top }: PathDrawingProps) {
  const step = WIDTH / Math.max(1, values.length - 1)
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

/** Height of a value within a drawing, as a part of it from above. */
export function heightOf(value: number, top: number): number {
  return 1 - drawingRoom.below - (Math.max(0, value) / top) * (1 - drawingRoom.above - drawingRoom.below)
}
