import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { userInfo } from '#protocol/auth.ts'
import type { Answer } from '#protocol/call.ts'
import type { userGoodsTotal } from '#protocol/products.ts'
import { systemClock } from '../../lib/clock.ts'
import { dateText, dayIn, deviceZone } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { ClaimLine } from './claim-line.tsx'
import { holdings } from './first-reads.ts'

/**
 * A member's day at a glance: whether the machines ran, today's income, income to claim. `isMallOff` is true on the
 * restricted Home, which stands in for the Mall; a prop, because the first file hasn't the code that knows what is off.
 */
export function MemberSummary({ isMallOff = false }: { isMallOff?: boolean }) {
  const query = useQuery(holdings)
  const { i18n } = useLingui()
  // `useMemberZone` would bring the profile's schemas into the first file.
  const profile = useQueryClient().getQueryData<Answer<typeof userInfo>>(['user/info', {}])
  const zone = profile?.userInfo.timeZone ?? deviceZone()
  const { dataUpdatedAt: at } = query
  // Without a network yesterday's figure is still the newest one after midnight, when followMidnight asks anew.
  const isOfToday = dayIn(zone, at) === dayIn(zone, systemClock.now())
  const day = dateText(at, i18n.locale, zone)
  return (
    <Card>
      <QueryStates query={query} skeleton={<SummarySkeleton />}>
        {({ currency, today, pending, accruing, ...owned }) => (
          <div className="flex flex-col gap-3 wide:flex-row wide:items-center wide:gap-8">
            <div className="flex flex-1 flex-wrap items-end justify-between gap-x-4 gap-y-2">
              <p>
                <span className="block text-small text-ink-soft">
                  {isOfToday ? <Trans>Earned today</Trans> : <Trans>Earned on {day}</Trans>}
                </span>
                <Money value={today} currency={currency} size="hero" />
              </p>
              <Running owned={owned} isMallOff={isMallOff} />
            </div>
            {accruing > 0 && (
              <p className="text-small text-ink-soft">
                <Trans>
                  <Money value={accruing} currency={currency} /> since the last settlement
                </Trans>
              </p>
            )}
            <div className="border-t border-line pt-3 wide:border-s wide:border-t-0 wide:ps-8 wide:pt-0">
              <ClaimLine pending={pending} currency={currency} at={at} />
            </div>
          </div>
        )}
      </QueryStates>
    </Card>
  )
}

type Owned = Pick<Answer<typeof userGoodsTotal>, 'units' | 'activeMachines' | 'runningMachines'>

/** The number of the member's machines in service now; where the member has none, a first step while the Mall is on. */
function Running({ owned, isMallOff }: { owned: Owned; isMallOff: boolean }) {
  const { runningMachines: count } = owned
  const linkClass =
    '-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 text-small font-strong text-accent-ink hover:bg-accent-soft'
  if (owned.units === 0)
    return isMallOff ? null : (
      <Link to="/pages/index/index" className={linkClass}>
        <Trans>Choose a first machine</Trans>
        <Icon name="chevron-right" size="tiny" />
      </Link>
    )
  return (
    <Link to="/subPages/product/myProduct" className={linkClass}>
      <Icon name="bolt" size="tiny" />
      {owned.activeMachines ? (
        <Plural
          value={owned.activeMachines}
          one={`${count} of # machine running`}
          other={`${count} of # machines running`}
        />
      ) : (
        <Trans>My machines</Trans>
      )}
      <Icon name="chevron-right" size="tiny" />
    </Link>
  )
}

function SummarySkeleton() {
  return (
    <Skeleton>
      <BlockBone shape="h-56 w-full wide:h-16.5" />
    </Skeleton>
  )
}
