import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { teamRechargeTotal } from '#protocol/team.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { recharge } from './queries.ts'

/** How much the team topped up, or why that is not told. */
export function TeamRecharge() {
  return (
    <SectionStates
      query={useQuery(recharge)}
      skeleton={
        <Skeleton>
          <BlockBone shape="h-41 w-full rounded-lg!" />
        </Skeleton>
      }
    >
      {(it) => <Sums sums={it} />}
    </SectionStates>
  )
}

function Sums({ sums: { total, last30Days, currency, membersNeeded } }: { sums: Answer<typeof teamRechargeTotal> }) {
  return (
    <Card>
      {total === null || last30Days === null ? (
        <p className="text-small text-ink-soft text-pretty">
          <Plural
            value={membersNeeded}
            one="You'll see what your team has topped up once it has # member. With fewer, the total would reveal what one person has."
            other="You'll see what your team has topped up once it has # members. With fewer, the total would reveal what one person has."
          />
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <Facts>
            <Fact name={<Trans>Topped up by your team</Trans>}>
              <Money value={total} currency={currency} />
            </Fact>
            <Fact name={<Trans>In the last 30 days</Trans>}>
              <Money value={last30Days} currency={currency} />
            </Fact>
          </Facts>
          <p className="text-small text-ink-soft text-pretty">
            <Trans>For information only: you aren't paid for it, and none of it is yours.</Trans>
          </p>
        </div>
      )}
    </Card>
  )
}
