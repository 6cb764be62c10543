import { Link, type LinkProps } from '@tanstack/react-router'
import { CountBadge } from './count-badge.tsx'
import { Icon, type IconName } from './icon.tsx'

interface IconLinkProps {
  to: NonNullable<LinkProps['to']>
  icon: IconName
  /** Includes the badge's count, where there is one. */
  label: string
  badge?: number
}

/** An IconButton that is a link. */
export function IconLink({ to, icon, label, badge = 0 }: IconLinkProps) {
  return (
    <Link
      to={to}
      aria-label={label}
      title={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-(--quick) hover:bg-sunken active:bg-sunken"
    >
      <Icon name={icon} />
      {badge > 0 && <CountBadge count={badge} />}
    </Link>
  )
}
