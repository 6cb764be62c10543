import type { ReactNode } from 'react'

/** Parts of a page that stand below something that loads: shown as soon as their place is known (app.css). */
export function BelowLoading({ children }: { children: ReactNode }) {
  return <div className="below-loading flex flex-col gap-6">{children}</div>
}
