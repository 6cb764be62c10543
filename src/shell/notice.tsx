import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

interface NoticeProps {
  icon: IconName
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  onDismiss: () => void
}

/** A card above the tabs with a message about the app itself; it stays until dismissed and blocks nothing. */
export function Notice({ icon, title, children, action, onDismiss }: NoticeProps) {
  const { t } = useLingui()
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="pointer-events-auto mx-auto mb-3 flex w-[calc(100%-1.5rem)] max-w-content animate-appear items-start gap-3 rounded-lg bg-raised p-4 shadow-float wide:me-6"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id={heading} className="font-strong">
          {title}
        </h2>
        <p className="text-small text-ink-soft text-pretty">{children}</p>
        {action && <div className="mt-3">{action}</div>}
      </div>
      <span className="-me-2 -mt-2">
        <IconButton icon="close" label={t`Dismiss`} onClick={onDismiss} />
      </span>
    </section>
  )
}
