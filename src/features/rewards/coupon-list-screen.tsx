import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../lib/server-clock.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { CouponFilters } from './coupon-filters.tsx'
import { CouponRow } from './coupon-row.tsx'
import { couponsOf } from './queries.ts'
import { everyCoupon, isEvery, shownCoupons } from './shown-coupons.ts'

export const Route = createFileRoute('/pages/my/coupon')({ component: CouponListScreen })

const statuses = { received: 0, used: 1, expired: 2 } as const
type Shown = keyof typeof statuses

function CouponListScreen() {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown>('received')
  const [filter, setFilter] = useState(everyCoupon)
  const query = useInfiniteQuery(couponsOf(statuses[shown]))
  const items = shownCoupons(query.data?.pages.flatMap((it) => it.items) ?? [], filter, serverNow())
  return (
    <Screen>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <Segments
          label={t`Show`}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'received', text: t`Available` },
            { value: 'used', text: t`Used` },
            { value: 'expired', text: t`Expired` },
          ]}
        />
        <CouponFilters filter={filter} onChange={setFilter} />
        <QueryStates
          query={query}
          isEmpty={() => items.length === 0 && !query.hasNextPage}
          empty={
            isEvery(filter) ? (
              <NoCoupons shown={shown} onShow={setShown} />
            ) : (
              <NoneOfThese onReset={() => setFilter(everyCoupon)} />
            )
          }
        >
          {() => (
            <InfiniteList items={items} keyOf={(it) => it.id} {...pagesOf(query)}>
              {(it) => <CouponRow coupon={it} />}
            </InfiniteList>
          )}
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function NoCoupons({ shown, onShow }: { shown: Shown; onShow: (other: Shown) => void }) {
  return (
    <EmptyState
      art="no-coupons"
      title={<Trans>No coupons here</Trans>}
      action={
        shown === 'received' ? (
          <FeatureLink to="/pages/my/gift" className={buttonClass({ look: 'quiet' })}>
            <Trans>Redeem a gift code</Trans>
          </FeatureLink>
        ) : (
          <Button look="quiet" onClick={() => onShow('received')}>
            <Trans>Show available coupons</Trans>
          </Button>
        )
      }
    >
      <Trans>A coupon lowers the price of a unit. You see the ones you can use when you buy.</Trans>
    </EmptyState>
  )
}

function NoneOfThese({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matching coupons</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show all coupons</Trans>
        </Button>
      }
    >
      <Trans>None of these coupons matches your filters.</Trans>
    </EmptyState>
  )
}
