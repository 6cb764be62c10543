import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Screen } from '../../ui/screen.tsx'

/** Shown where the address names no goods, or some that are gone. */
export function NoGoods({ title }: { title: ReactNode }) {
  return (
    <Screen>
      <EmptyState
        art="nothing-found"
        title={title}
        action={
          <Link to="/subPages/pointsmall/index" className={buttonClass({ look: 'quiet' })}>
            <Trans>See the points mall</Trans>
          </Link>
        }
      />
    </Screen>
  )
}
