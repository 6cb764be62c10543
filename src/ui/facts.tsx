import type { ReactNode } from 'react'

/** Names and values, one pair per line; values at the end in tabular figures. Children are `<Fact>`s. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-3 first:pt-0 last:pb-0">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="figures ms-auto min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}
