import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { recharge } from './queries.ts'

/**
 * How much the team topped up, or why that is not told. Without an answer it renders nothing, since the page works
 * without it.
 */
export function TeamRecharge() {
  const { data: sums, isLoading } = useQuery(recharge)
  if (isLoading)
    return (
      <Skeleton>
        <BlockBone shape="h-41 w-full rounded-lg!" />
      </Skeleton>
    )
  if (!sums) return null
  const { total, last30Days, currency, membersNeeded } = sums
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
