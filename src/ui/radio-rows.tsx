import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface RadioRow<T extends string> {
  value: T
  title: ReactNode
  /** A line under the title: a detail, or why the option can't be chosen. */
  detail?: ReactNode
  /** The end of the line: an amount, a word on the option's state. */
  end?: ReactNode
  disabled?: boolean
}

interface RadioRowsProps<T extends string> {
  /** Names the group for screen readers. */
  label: string
  rows: readonly RadioRow<T>[]
  value: T | undefined
  onChange: (value: T) => void
}

/**
 * A choice among several options, each on a row of its own. Native radio buttons bring arrow keys and form semantics.
 */
export function RadioRows<T extends string>({ label, rows, value, onChange }: RadioRowsProps<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0 overflow-hidden rounded-lg bg-surface shadow-card">
      <legend className="sr-only">{label}</legend>
      <div className="divide-y divide-line">
        {rows.map((it) => (
          <label
            key={it.value}
            className={classNames(
              'flex min-h-17 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-ink',
              it.disabled ? 'bg-sunken/50' : 'cursor-pointer',
            )}
          >
            <input
              type="radio"
              name={name}
              disabled={it.disabled}
              checked={it.value === value}
              onChange={() => onChange(it.value)}
              className="size-5 shrink-0 outline-none"
            />
            <span className="min-w-0 flex-1 basis-[6rem] wrap-anywhere">
              <span className="block">{it.title}</span>
              {it.detail && <span className="block text-small text-ink-soft">{it.detail}</span>}
            </span>
            {it.end}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
