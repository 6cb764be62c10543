import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { toNextField } from './next-field.ts'

export interface FieldTexts {
  label: ReactNode
  /** What to type, shown before any error. */
  hint?: ReactNode
  /** What is wrong and what to do; undefined while the value is valid. */
  error?: ReactNode
  /** Hides the label where the surroundings already name the field; screen readers still read it. */
  labelHidden?: boolean
}

export interface FieldLinks {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
  children: (links: FieldLinks) => ReactNode
}

/** Label above, control, hint or error below, linked for screen readers. A key that says "next" goes on to the next. */
export function Field({ label, hint, error, labelHidden = false, id, children }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const hintId = `${own}-hint`
  const errorId = `${own}-error`
  return (
    <div role="presentation" onKeyDown={toNextField} className="flex flex-col gap-1.5">
      <label htmlFor={own} className={labelHidden ? 'sr-only' : 'text-small font-strong text-ink'}>
        {label}
      </label>
      {children({
        id: own,
        'aria-describedby': error ? errorId : hint ? hintId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p id={errorId} role="alert" className="flex items-start gap-1.5 text-small text-danger">
          <Icon name="warning" size="tiny" className="mt-0.5" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={hintId} className="text-small text-ink-soft">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** The box around a field's control. The box shows the focus ring, so that adornments lie inside the ring. */
export function controlClass(invalid: boolean): string {
  return classNames(
    'flex min-h-13 w-full items-center rounded-md border bg-surface transition-[border-color] duration-(--quick)',
    'focus-within:border-accent-ink focus-within:outline-2 focus-within:outline-accent-ink focus-within:-outline-offset-1',
    'has-disabled:bg-sunken has-disabled:text-ink-soft',
    invalid ? 'border-danger' : 'border-edge',
  )
}

export const inputClass =
  'min-h-12 w-full min-w-0 flex-1 bg-transparent px-4 text-body text-ink outline-none placeholder:text-ink-soft'
