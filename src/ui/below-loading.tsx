import type { ReactNode } from 'react'

/** Takes no place. While it is there, what is below counts as below something that loads. */
export function StillLoading() {
  return <span hidden className="animate-late" />
}

/** Parts of a page that stand below something that loads: shown as soon as their place is known (app.css). */
export function BelowLoading({ children }: { children: ReactNode }) {
  return <div className="below-loading flex flex-col gap-6">{children}</div>
}
