import { bases } from '#src/ui/palette.ts'
import { asked, asking } from './asked.ts'

const choices: Record<string, readonly string[]> = {
  theme: ['light', 'dark'],
  dir: ['ltr', 'rtl'],
  text: ['100', '150', '200'],
  lang: ['en', 'id', 'ms', 'vi', 'th', 'zh-Hans', 'ar', 'pseudo'],
  base: Object.keys(bases),
}

/** Chooses the page and its look. `&bare=1` leaves it out, for screenshots. */
export function Toolbar({ pages, page }: { pages: readonly string[]; page: string }) {
  return (
    <nav aria-label="Gallery" className="flex flex-col border-b border-line bg-raised px-4 py-2 text-small">
      <Line name="page" options={pages} chosen={page} />
      {Object.entries(choices).map(([name, options]) => (
        <Line key={name} name={name} options={options} chosen={asked.get(name) ?? options[0] ?? ''} />
      ))}
    </nav>
  )
}

function Line({ name, options, chosen }: { name: string; options: readonly string[]; chosen: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1">
      <span className="w-12 text-ink-soft">{name}</span>
      {options.map((it) => (
        <a
          key={it}
          href={asking({ [name]: it })}
          aria-current={it === chosen ? 'page' : undefined}
          className="min-h-11 rounded-sm px-2 py-3 text-accent-ink aria-[current]:bg-accent-soft aria-[current]:font-strong"
        >
          {it}
        </a>
      ))}
    </p>
  )
}
