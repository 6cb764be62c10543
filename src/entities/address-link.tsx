import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { webAddress } from '#protocol/web-address.ts'

interface AddressLinkProps {
  /** A `tel:`, `mailto:` or `https:` address. */
  address: string
  className?: string
  children: ReactNode
}

/**
 * A link out of the app. A page is confirmed before it opens; mail and phone are handed to the device. Anything else
 * stays text.
 */
export function AddressLink({ address, className, children }: AddressLinkProps) {
  const target = webAddress(address)
  if (target === null) return children
  if (target.kind === 'page')
    return (
      <Link to="/pages/web/webview" search={{ url: target.url }} className={className}>
        {children}
      </Link>
    )
  return (
    <a href={target.url} className={className}>
      {children}
    </a>
  )
}
