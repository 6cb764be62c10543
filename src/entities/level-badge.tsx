import { Trans } from '@lingui/react/macro'

interface LevelBadgeProps {
  /** 0 for the first level. */
  level: number
  name?: string
}

/** A member's level: a shield with the level's number, and its name. */
export function LevelBadge({ level, name }: LevelBadgeProps) {
  return (
    <span className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft ps-1 pe-3 text-small font-strong text-accent-ink">
      <svg viewBox="0 0 24 24" aria-hidden className="size-6">
        <path d="M12 2.5 4.5 5.3v6.1c0 4.6 3.1 8.3 7.5 10.1 4.4-1.8 7.5-5.5 7.5-10.1V5.3z" fill="var(--color-accent)" />
        <text
          x="12"
          y={level > 9 ? 15 : 15.8}
          textAnchor="middle"
          fontSize={level > 9 ? 8.5 : 10.5}
          fontWeight="600"
          fill="var(--color-on-accent)"
        >
          {level}
        </text>
      </svg>
      {name ?? <Trans>Level {level}</Trans>}
    </span>
  )
}
