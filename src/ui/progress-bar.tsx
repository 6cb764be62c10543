interface ProgressBarProps {
  /** 0 to 1; values outside are clamped. */
  value: number
  /** Names the bar, and says what the number means: "Growth: 340 of 800". */
  label: string
}

/** Progress as one line. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = Math.min(100, Math.max(0, value * 100))
  return (
    <div role="img" aria-label={label} className="h-2 overflow-hidden rounded-full bg-line">
      <div className="h-full rounded-full bg-accent forced-colors:bg-[CanvasText]" style={{ width: `${percent}%` }} />
    </div>
  )
}
