import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-pressed active:bg-accent-pressed',
  quiet: 'bg-accent-soft text-accent-ink hover:brightness-97 active:brightness-95 dark:hover:brightness-110',
  plain: 'text-accent-ink hover:bg-accent-soft active:bg-accent-soft',
  /** Leads to something that can't be undone, and does nothing yet. */
  'quiet-danger': 'bg-danger-soft text-danger hover:brightness-97 active:brightness-95 dark:hover:brightness-110',
  danger: 'bg-danger-fill text-on-danger hover:brightness-95 active:brightness-90',
}

const sizes = {
  normal: 'min-h-13 px-6 rounded-lg gap-2.5 large-text:px-3',
  small: 'min-h-11 px-4 rounded-md gap-2 large-text:px-2',
}

export type ButtonLook = keyof typeof looks

interface Appearance {
  look?: ButtonLook
  size?: keyof typeof sizes
  /** Full width, for the one primary action at the bottom of a screen. */
  wide?: boolean
}

/** The classes of a button, for a router's `<Link>` that should look like one. */
export function buttonClass({ look = 'primary', size = 'normal', wide = false }: Appearance = {}): string {
  return classNames(
    // The border is visible only in forced-colors mode, where the system removes the background.
    'inline-flex max-w-full items-center justify-center border border-transparent py-2 text-center wrap-break-word text-body font-strong select-none',
    // Large text gets the whole width: beside an icon its words would break in the middle.
    'large-text:flex-col large-text:gap-1',
    'transition-[background-color,filter,opacity,scale] duration-(--quick) active:scale-[0.985]',
    'disabled:opacity-45 disabled:active:scale-100',
    looks[look],
    sizes[size],
    wide && 'w-full',
  )
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Appearance {
  icon?: IconName
  /** Work is under way: the button keeps its width and focus, tells screen readers, and ignores a second press. */
  busy?: boolean
}

/** The button's text says what happens: "Claim 12.40", not "OK". */
export function Button({
  look,
  size,
  wide,
  icon,
  busy = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={buttonClass({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) })}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size="small" />}
      <span className="min-w-0">{children}</span>
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'className'> {
  icon: IconName
  label: string
  /** A small count or dot at the icon's corner. The label must say the same. */
  badge?: number | undefined
}

/** A button of 44 by 44 px that shows an icon only; for the nav bar and the ends of rows. */
export function IconButton({ icon, label, badge = 0, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-(--quick) hover:bg-sunken active:bg-sunken disabled:opacity-45"
    >
      <Icon name={icon} />
      {badge > 0 && <CountBadge count={badge} />}
    </button>
  )
}
