import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import type { IconName } from '../../ui/icon.tsx'
import { ListRow, rowLinkClass } from '../../ui/list-row.tsx'

interface EntryProps {
  to: NonNullable<LinkProps['to']>
  icon: IconName
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
}

/** A line of My that links to another page; absent while the operator has switched that page off. */
export function Entry({ to, icon, title, detail, end }: EntryProps) {
  if (useIsPageOff(to)) return null
  return (
    <li>
      <Link to={to} className={rowLinkClass}>
        <ListRow start={icon} title={title} detail={detail} end={end} leads />
      </Link>
    </li>
  )
}
