import type { ReactNode } from 'react'
import { Art, type ArtName } from './art.tsx'

interface EmptyStateProps {
  art: ArtName
  title: ReactNode
  children?: ReactNode
  /** The next step, a Button or a link that looks like one. */
  action?: ReactNode
}

/** For an empty list that isn't a failure: a picture, a sentence, the next step. */
export function EmptyState({ art, title, children, action }: EmptyStateProps) {
  return (
    <section className="mx-auto flex w-full max-w-form flex-col items-center gap-2 px-[min(1.5rem,5vw)] py-10 text-center">
      <Art name={art} size="scene" />
      <h2 className="mt-2 text-title font-strong text-balance wrap-anywhere">{title}</h2>
      {children && <p className="text-ink-soft text-pretty">{children}</p>}
      {action && <div className="mt-4 max-w-full wrap-anywhere empty:hidden">{action}</div>}
    </section>
  )
}
