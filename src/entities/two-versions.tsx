import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

interface Version {
  title: ReactNode
  lines: readonly string[]
}

/** The member's version beside the one that was saved elsewhere meanwhile; lines that differ are bold. */
export function TwoVersions({ mine, theirs }: { mine: Version; theirs: Version }) {
  return (
    <div className="grid gap-3 py-1 min-[22rem]:grid-cols-2">
      <Side version={mine} other={theirs} />
      <Side version={theirs} other={mine} />
    </div>
  )
}

function Side({ version: { title, lines }, other }: { version: Version; other: Version }) {
  return (
    <section className="rounded-md bg-sunken p-3 text-small">
      <h3 className="font-strong text-ink-soft">{title}</h3>
      {lines.map((line, at) => (
        <p key={at} className={classNames('wrap-anywhere', line !== other.lines[at] && 'font-strong')}>
          {line}
        </p>
      ))}
    </section>
  )
}
