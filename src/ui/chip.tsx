import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

const tones = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  /** For a state that is expected and not reached yet. */
  projected: 'border border-dashed border-edge text-ink-soft',
}

interface ChipProps {
  tone?: keyof typeof tones
  icon?: IconName
  children: ReactNode
}

/** A word about a state; its colour says nothing that the word doesn't. */
export function Chip({ tone = 'neutral', icon, children }: ChipProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-xl px-2.5 py-0.5 text-start text-small wrap-anywhere',
        tones[tone],
      )}
    >
      {icon && <Icon name={icon} size="tiny" />}
      {children}
    </span>
  )
}
