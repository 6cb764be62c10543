import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Answer } from '#protocol/call.ts'
import type { homeIndex } from '#protocol/home.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { TextBone } from '../../ui/skeletons.tsx'

type Machines = Answer<typeof homeIndex>['machines']

/**
 * For a visitor: the link to sign in, what owners are paid for, and, once it is known, the real income of all machines
 * today.
 */
export function VisitorCard({ machines }: { machines?: Machines }) {
  return (
    <Card>
      <div className="flex flex-col gap-3 wide:flex-row wide:items-center wide:gap-8">
        <p className="shrink-0">
          <span className="block text-small text-ink-soft">
            <Trans>Revenue of all machines today</Trans>
          </span>
          {machines ? (
            <Money isOpen value={machines.revenueToday} currency={machines.currency} size="hero" />
          ) : (
            <span className="text-hero">
              <TextBone width="h-[1lh]! w-40" />
            </span>
          )}
        </p>
        <div className="flex-1 text-small text-ink-soft">
          {machines ? (
            <p>
              <Running {...machines} />
            </p>
          ) : (
            <TextBone width="h-[1lh]! w-48" />
          )}
          <p className="text-pretty">
            <Trans>
              Owners get their share of what their own machine earns, after the money has come in. Some days that's
              nothing.
            </Trans>
          </p>
        </div>
        <div className="flex flex-wrap gap-2 border-t border-line pt-3 wide:w-72 wide:border-t-0 wide:pt-0">
          <Link to="/pages/auth/login" className={`${buttonClass({ size: 'small' })} flex-1`}>
            <Trans>Log in</Trans>
          </Link>
          <Link to="/pages/auth/register" className={`${buttonClass({ look: 'quiet', size: 'small' })} flex-1`}>
            <Trans>Register</Trans>
          </Link>
        </div>
      </div>
    </Card>
  )
}

function Running({ running, total }: Machines) {
  return (
    <Trans>
      {running} of <Plural value={total} one="# machine" other="# machines" /> running now.
    </Trans>
  )
}
