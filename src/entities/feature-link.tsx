import { Link, type LinkComponent, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useIsPageOff } from './use-is-off.ts'

interface Otherwise {
  /** Shown in the link's place while its page is off; nothing by default. */
  otherwise?: ReactNode
}

/** A link to a page that the operator can switch off; `tests/unit/links-to-what-is-off.test.ts` asks for it. */
export const FeatureLink = LinkWhileOn as LinkComponent<(props: ComponentProps<'a'> & Otherwise) => ReactNode>

function LinkWhileOn({ otherwise, ...link }: LinkProps & Otherwise) {
  return useIsPageOff(link.to ?? '') ? otherwise : <Link {...link} />
}
