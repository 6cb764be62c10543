import { useLingui } from '@lingui/react'
import { numberFormat } from '../lib/intl.ts'
import type { ReactNode } from 'react'

export interface Slice {
  key: string
  label: string
  value: number
  /** The value as text, for example formatted money. */
  text: ReactNode
}

interface DonutProps {
  slices: readonly Slice[]
  /** The text in the middle: the sum. */
  children?: ReactNode
}

const fills = [
  'var(--color-series-1)',
  'var(--color-series-2)',
  'var(--color-series-3)',
  'var(--color-series-4)',
  'var(--color-series-5)',
]
const GAP = 1.2

/**
 * Shares of a whole, with a legend that says the same in words. Give at most five slices; gather the rest into
 * "others".
 */
export function Donut({ slices, children }: DonutProps) {
  const { i18n } = useLingui()
  const percent = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 0 })
  const sum = slices.reduce((total, it) => total + Math.max(0, it.value), 0)
  const parts = slices.map((it) => (sum ? (Math.max(0, it.value) / sum) * 100 : 0))
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-4">
      <div className="relative grid size-[min(10rem,75vw)] max-w-full shrink-0 place-items-center">
        <svg viewBox="0 0 100 100" aria-hidden className="absolute inset-0 -rotate-90">
          <circle
            cx="50"
            cy="50"
            r="41"
            fill="none"
            stroke="var(--color-line)"
            strokeWidth="13"
            opacity={sum ? 0 : 1}
          />
          {slices.map((it, index) => {
            const start = parts.slice(0, index).reduce((total, part) => total + part, 0)
            const length = Math.max(0, (parts[index] ?? 0) - (slices.length > 1 ? GAP : 0))
            return (
              length > 0 && (
                <circle
                  key={it.key}
                  cx="50"
                  cy="50"
                  r="41"
                  fill="none"
                  stroke={fills[index % fills.length]}
                  strokeWidth="13"
                  pathLength="100"
                  strokeDasharray={length < 100 ? `${length} 100` : undefined}
                  strokeDashoffset={-start}
                />
              )
            )
          })}
        </svg>
        <div className="relative text-center">{children}</div>
      </div>
      <ul className="max-w-full min-w-0 flex-[1_1_12rem]">
        {slices.map((it, index) => (
          <li key={it.key} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <span className="flex min-w-0 flex-[1_1_8rem] items-center gap-3">
              <svg viewBox="0 0 10 10" aria-hidden className="size-3 shrink-0">
                <circle cx="5" cy="5" r="5" fill={fills[index % fills.length]} />
              </svg>
              <span className="min-w-0 wrap-anywhere">
                {it.label}{' '}
                <span className="figures text-small text-ink-soft">{percent.format((parts[index] ?? 0) / 100)}</span>
              </span>
            </span>
            <span className="figures ms-auto">{it.text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
