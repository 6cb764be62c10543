/** What the colours of a chart stand for. */
export function Legend({ entries }: { entries: readonly { fill: string; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-soft">
      {entries.map(({ fill, name }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" aria-hidden className="size-2.5">
            <rect width="10" height="10" rx="2" fill={fill} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
