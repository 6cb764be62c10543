interface SparklineProps {
  /** One number per day, oldest first. */
  values: readonly number[]
  /** The chart in words: "Last 30 days: from 0.80 to 1.20, highest 1.60". */
  label: string
}

const WIDTH = 120
const HEIGHT = 36

/** A small line of the last days. Days without income lie flat at the bottom. */
export function Sparkline({ values, label }: SparklineProps) {
  const top = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${round(index * step)} ${round(HEIGHT - 3 - (Math.max(0, value) / top) * (HEIGHT - 6))}`,
  )
  const line = `M${points.join('L')}${points.length === 1 ? `H${WIDTH}` : ''}`
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
      className="h-9 w-full max-w-32 rtl:-scale-x-100"
    >
      {points.length > 0 && (
        <>
          <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="var(--color-accent-soft)" />
          <path
            d={line}
            fill="none"
            stroke="var(--color-accent-ink)"
            strokeWidth="2"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
