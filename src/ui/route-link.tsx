import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface RouteLinkProps {
  /** An address as the server writes it: `/subPages/product/list?categoryId=cars`. */
  route: string
  className?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to an address that is only known as text, such as a banner's or a message's. */
export function RouteLink({ route, className, onClick, children }: RouteLinkProps) {
  const [to = '', query = ''] = route.replace(/^\/?#/, '').split('?')
  const target = { to, search: Object.fromEntries(new URLSearchParams(query)) } as LinkProps
  return (
    <Link {...target} className={className} {...(onClick && { onClick })}>
      {children}
    </Link>
  )
}
