import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  children: ReactNode
  /** Without padding, for pictures and lists that reach the edge. */
  flush?: boolean
  tone?: 'plain' | 'accent' | 'warning' | 'danger'
}

const tones = {
  plain: 'bg-surface shadow-card',
  accent: 'bg-accent-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
}

// `overflow-hidden` sets a flex item's minimum height to 0, so a column that is too short would squeeze the card flat:
// `min-h-min` prevents that.
export function Card({ children, flush = false, tone = 'plain' }: CardProps) {
  return (
    <div className={classNames('min-h-min overflow-hidden rounded-lg', tones[tone], !flush && 'p-4')}>{children}</div>
  )
}

interface SectionProps {
  title: ReactNode
  /** A link or a small button at the end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A heading with its content below. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
        <h2 className="min-w-0 text-title font-strong wrap-anywhere">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
