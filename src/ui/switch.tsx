import { useId, type ComponentProps, type ReactNode } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children' | 'role'> {
  children: ReactNode
  hint?: ReactNode
}

/** For settings that take effect at once; a checkbox is for values that a button sends. */
export function Switch({ children, hint, id, ...input }: SwitchProps) {
  const made = useId()
  const own = id ?? made
  return (
    <label
      htmlFor={own}
      className="flex min-h-14 cursor-pointer items-center gap-x-4 gap-y-1 py-2 large-text:flex-wrap"
    >
      <span className="min-w-0 flex-[1_1_8rem] wrap-anywhere">
        <span className="block text-body">{children}</span>
        {hint && <span className="block text-small text-ink-soft">{hint}</span>}
      </span>
      <span className="relative ms-auto inline-flex h-8 w-13 shrink-0">
        <input
          {...input}
          id={own}
          role="switch"
          type="checkbox"
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors duration-(--quick) checked:border-accent checked:bg-accent forced-colors:checked:bg-[SelectedItem] disabled:opacity-45"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-1 top-1 size-6 rounded-full bg-edge transition-[translate,background-color] duration-(--quick) peer-checked:translate-x-5 peer-checked:bg-on-accent rtl:peer-checked:-translate-x-5 forced-colors:bg-[ButtonText]"
        />
      </span>
    </label>
  )
}
