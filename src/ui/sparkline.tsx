import { PathDrawing } from './path-drawing.tsx'

interface SparklineProps {
  /** One number per day, oldest first; null where there was nothing to measure yet. */
  values: readonly (number | null)[]
  /** The chart in words: "Last 30 days: from 0.80 to 1.20, highest 1.60". */
  label: string
}

/** A small line of the last days. Days without income lie flat at the bottom. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <div role="img" aria-label={label} className="h-9 w-full max-w-32">
      <PathDrawing values={values} top={Math.max(1, ...values.map((it) => it ?? 0))} />
    </div>
  )
}
