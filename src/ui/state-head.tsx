import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'
import { IconDisc, type Tone } from './list-row.tsx'

interface StateHeadProps {
  tone: Tone
  icon: IconName
  title: ReactNode
  text: ReactNode
  /** Further content of the state, under its sentence. */
  children?: ReactNode
}

/** A state as icon, title and sentence. Screen readers read it when it changes. Large text wraps below the icon. */
export function StateHead({ tone, icon, title, text, children }: StateHeadProps) {
  return (
    <div role="status" className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <IconDisc name={icon} tone={tone} />
      <div className="min-w-0 flex-[1_1_8.5rem] wrap-anywhere">
        <h2 className="text-title font-strong">{title}</h2>
        <p className="mt-1 text-ink-soft text-pretty">{text}</p>
        {children}
      </div>
    </div>
  )
}
