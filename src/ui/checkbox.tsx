import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  children: ReactNode
  error?: ReactNode
}

/** A native checkbox; links inside its label stay links. For agreeing to terms, and for choices. */
export function Checkbox({ children, error, id, ...input }: CheckboxProps) {
  const made = useId()
  const own = id ?? made
  return (
    <div>
      <label
        htmlFor={own}
        className="-mx-2 flex min-h-11 cursor-pointer items-start gap-3 rounded-md px-2 py-2.5 text-body"
      >
        <input
          {...input}
          id={own}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${own}-error` : undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer rounded-sm"
        />
        <span className="min-w-0 text-ink-soft">{children}</span>
      </label>
      {error && (
        <p id={`${own}-error`} role="alert" className="flex items-start gap-1.5 text-small text-danger">
          <Icon name="warning" size="tiny" className="mt-0.5" />
          {error}
        </p>
      )}
    </div>
  )
}
