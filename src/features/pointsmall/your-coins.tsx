import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balances } from '../../entities/balances.ts'
import { Coins } from '../../entities/coins.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SectionStates } from '../../ui/section-states.tsx'

/** The member's gold coins, and the way to what they were spent on. */
export function YourCoins() {
  return (
    <Card tone="accent">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <span className="block text-small text-ink-soft">
            <Trans>Your gold coins</Trans>
          </span>
          <SectionStates query={useQuery(balances)} skeleton="…">
            {({ goldCoins }) => <Coins value={goldCoins} size="title" />}
          </SectionStates>
        </div>
        <Link to="/subPages/pointsmall/orderList" className={buttonClass({ look: 'quiet', size: 'small' })}>
          <Trans>My points orders</Trans>
        </Link>
      </div>
    </Card>
  )
}
