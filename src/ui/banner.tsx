import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

const tones = {
  neutral: 'bg-sunken text-ink',
  accent: 'bg-accent-soft text-accent-ink',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

interface BannerProps {
  tone?: keyof typeof tones
  icon?: IconName
  children: ReactNode
  /** A small Button or a link. */
  action?: ReactNode
  onDismiss?: () => void
  /** Without rounding and margins, for the banner across the top of the app. */
  isEdge?: boolean
}

/**
 * A message that stays until its cause is over. Screen readers read it as it appears, and a failure interrupts them:
 * the banner needs no live region around it.
 */
export function Banner({ tone = 'neutral', icon = 'info', children, action, onDismiss, isEdge = false }: BannerProps) {
  const { t } = useLingui()
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-center justify-end gap-x-3 px-4 py-2',
        tones[tone],
        !isEdge && 'min-h-13 rounded-md',
      )}
    >
      {/* Above large text it stands at the start. */}
      <Icon name={icon} size="small" className="me-auto" />
      <div
        className={classNames(
          'min-w-0 py-1 text-small text-pretty wrap-anywhere',
          // A long text beside a button would be a narrow column: the button then comes below.
          action ? 'flex-[1_1_13rem]' : 'flex-[1_1_8rem]',
        )}
      >
        {children}
      </div>
      {action}
      {onDismiss && (
        <span className="-me-3">
          <IconButton icon="close" label={t`Dismiss`} onClick={onDismiss} />
        </span>
      )}
    </div>
  )
}
