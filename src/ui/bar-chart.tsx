import { classNames } from './class-names.ts'
import { ChartTable } from './chart-table.tsx'

export interface Bar {
  /** A short label under the bar: a weekday, an hour. */
  label: string
  value: number
  /** The value as text: formatted money, a count. */
  text: string
  /** Projected, not earned: drawn as an outline. */
  isProjected?: boolean
}

/** A few amounts side by side. Bars grow from zero; negative amounts aren't supported. */
export function BarChart({ bars, caption }: { bars: readonly Bar[]; caption: string }) {
  const top = Math.max(1, ...bars.map((it) => it.value))
  const every = Math.ceil(bars.length / 7)
  return (
    <figure className="@container relative">
      <div aria-hidden className="flex h-36 items-end gap-1.5">
        {bars.map((it, index) => (
          <div
            key={it.label}
            className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1.5"
            title={`${it.label}: ${it.text}`}
          >
            <div
              className={classNames(
                'w-full max-w-8 min-h-0.5 rounded-sm',
                it.isProjected ? 'border-[1.5px] border-dashed border-edge' : 'bg-accent forced-colors:bg-[CanvasText]',
              )}
              style={{ height: `${(Math.max(0, it.value) / top) * 100}%` }}
            />
            {/* The label is as wide as its bar, and overflows to both sides where its neighbour has no label. */}
            <span className="figures flex w-full justify-center text-small leading-4 whitespace-nowrap text-ink-soft">
              {index % every === 0 && (
                <span className={index % (2 * every) === 0 ? '' : '@max-[14rem]:hidden'}>{it.label}</span>
              )}
            </span>
          </div>
        ))}
      </div>
      <ChartTable caption={caption} rows={bars.map((it) => ({ label: it.label, text: it.text }))} />
    </figure>
  )
}
