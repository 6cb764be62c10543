import type { ReactNode } from 'react'

/** One part in one state, under its name. */
export function Specimen({ of, wide = false, children }: { of: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure data-specimen={of} className={`flex min-w-0 flex-col gap-2 ${wide ? 'col-span-full' : ''}`}>
      <figcaption className="text-small text-ink-soft">{of}</figcaption>
      {children}
    </figure>
  )
}

/** Specimens side by side where there is room. */
export function Shelf({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-x-6 gap-y-5 wide:grid-cols-2">{children}</div>
}
