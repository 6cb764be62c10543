import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A card of which only the title is seen until it is pressed. */
export function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group rounded-lg bg-surface shadow-card">
      <summary className="flex min-h-13 list-none items-center justify-between gap-3 px-4 py-3 font-strong [&::-webkit-details-marker]:hidden">
        {title}
        <Icon
          name="chevron-down"
          size="small"
          className="shrink-0 text-ink-soft transition-transform duration-(--quick) group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}
