import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

interface ListRowProps {
  title: ReactNode
  detail?: ReactNode
  /** A picture at the start: an icon name, or any element. */
  start?: IconName | Exclude<ReactNode, string>
  /** At the end: an amount, a badge, a switch. */
  end?: ReactNode
  endDetail?: ReactNode
  /** Shows an arrow. The row itself lies in the `<Link>` or `<button>` around it. */
  leads?: boolean
}

/**
 * The content of a list's row, at least 68 px tall. Large text wraps below the picture, so that it doesn't overflow.
 */
export function ListRow({ title, detail, start, end, endDetail, leads = false }: ListRowProps) {
  return (
    <span
      className={classNames(
        'relative flex min-h-17 w-full flex-wrap items-center gap-x-4 gap-y-2 ps-4 py-3 text-start large-text:ps-3',
        leads ? 'pe-10 large-text:pe-7' : 'pe-4 large-text:pe-3',
      )}
    >
      {typeof start === 'string' ? <IconDisc name={start as IconName} /> : start}
      <span className="flex min-w-0 flex-[1_1_8.5rem] flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-[1_1_6.5rem]">
          <span className="block text-body wrap-anywhere">{title}</span>
          {detail && <span className="block text-small text-ink-soft wrap-anywhere">{detail}</span>}
        </span>
        {(end ?? endDetail) !== undefined && (
          <span className="ms-auto max-w-full text-end">
            <span className="block">{end}</span>
            {endDetail && <span className="block text-small text-ink-soft">{endDetail}</span>}
          </span>
        )}
      </span>
      {leads && (
        <Icon
          name="chevron-right"
          size="small"
          className="absolute inset-e-3 inset-y-0 large-text:inset-e-1 my-auto text-ink-soft"
        />
      )}
    </span>
  )
}

const tones = {
  accent: 'bg-accent-soft text-accent-ink',
  neutral: 'bg-sunken text-ink-soft',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

export type Tone = keyof typeof tones

/** An icon on a tinted disc. */
export function IconDisc({ name, tone = 'accent' }: { name: IconName; tone?: Tone }) {
  return (
    <span className={classNames('grid size-11 shrink-0 place-items-center rounded-full', tones[tone])}>
      <Icon name={name} size="small" />
    </span>
  )
}

/** Rows on one surface with hairlines between them. Children are `<li>`s. */
export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className="min-h-min divide-y divide-line overflow-hidden rounded-lg bg-surface shadow-card">
      {children}
    </ul>
  )
}

/** Classes for the `<Link>` or `<button>` around a ListRow. */
export const rowLinkClass =
  'block w-full transition-colors duration-(--quick) hover:bg-sunken/60 active:bg-sunken focus-visible:-outline-offset-2'
