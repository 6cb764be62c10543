import type { ReactNode } from 'react'

/** An account's name, meaning and amount. */
export function Line({ name, meaning, children }: { name: ReactNode; meaning?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-3 first:pt-0 last:pb-0">
      <dt className="min-w-0 flex-1 basis-[10rem]">
        {name}
        {meaning && <span className="block text-small text-ink-soft">{meaning}</span>}
      </dt>
      <dd className="ms-auto">{children}</dd>
    </div>
  )
}
