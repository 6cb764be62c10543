import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface ProgressRingProps {
  /** 0 to 1; values outside are clamped. */
  value: number
  /** Names the ring, and says what the number means: "Term: 45 of 180 days". */
  label: string
  size?: keyof typeof sizes
  children?: ReactNode
}

const RADIUS = 42
/** The normal one has words in it, so it grows with the text as far as a narrow phone lets it. */
const sizes = { small: 'size-14', normal: 'size-[min(7rem,60vw)]' }

/** How much of a term or a goal has passed. */
export function ProgressRing({ value, label, size = 'normal', children }: ProgressRingProps) {
  const part = Math.min(1, Math.max(0, value))
  return (
    <div className={classNames('relative grid shrink-0 place-items-center', sizes[size])} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" aria-hidden className="absolute inset-0 -rotate-90">
        <circle cx="50" cy="50" r={RADIUS} fill="none" stroke="var(--color-line)" strokeWidth="8" />
        {part > 0 && (
          <circle
            cx="50"
            cy="50"
            r={RADIUS}
            fill="none"
            stroke="var(--color-accent)"
            strokeWidth="8"
            strokeLinecap="round"
            pathLength="100"
            strokeDasharray={`${part * 100} 100`}
          />
        )}
      </svg>
      <div aria-hidden className="figures relative text-center">
        {children}
      </div>
    </div>
  )
}
