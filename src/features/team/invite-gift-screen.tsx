import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/choice.tsx'
import { Count } from '../../ui/count.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { rewardReceipt, useReceipts } from './commands.ts'
import { rewardsOf } from './queries.ts'
import { RewardRow } from './reward-row.tsx'

export const Route = createFileRoute('/pages/my/inviteGift')({ component: InviteGiftScreen })

const received = { all: undefined, due: false, received: true } as const
type Shown = keyof typeof received

/** The rewards for invitations, and the button that receives them. */
function InviteGiftScreen() {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown>('all')
  const query = useInfiniteQuery(rewardsOf(received[shown]))
  const receipts = useReceipts()
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  return (
    <Screen>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <Segments
          label={t`Show`}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', text: t`All` },
            { value: 'due', text: t`To claim` },
            { value: 'received', text: t`Claimed` },
          ]}
        />
        <QueryStates query={query}>
          {({ pages: [sums] }) =>
            sums && (
              <div className="flex flex-col gap-6">
                <Sums receivable={sums.receivableCoins} received={sums.receivedCoins} />
                <p className="text-small text-ink-soft text-pretty">
                  <Plural
                    value={sums.inviteGoldCoins}
                    one="You get # gold coin for each person who signs up with your code, once. Claim it whenever you like."
                    other="You get # gold coins for each person who signs up with your code, once. Claim them whenever you like."
                  />
                </p>
                {items.length === 0 && !query.hasNextPage ? (
                  <NoRewards shown={shown} />
                ) : (
                  <InfiniteList items={items} keyOf={(it) => it.id} {...pagesOf(query)}>
                    {(it) => <RewardRow reward={it} receipt={rewardReceipt(it, receipts)} />}
                  </InfiniteList>
                )}
              </div>
            )
          }
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function Sums({ receivable, received: before }: { receivable: number; received: number }) {
  return (
    <Card>
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Gold coins to claim</Trans>
          </span>
          <Count value={receivable} />
        </p>
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Claimed so far</Trans>
          </span>
          <Count value={before} />
        </p>
      </div>
    </Card>
  )
}

function NoRewards({ shown }: { shown: Shown }) {
  const invite = (
    <FeatureLink to="/pages/my/invite" className={buttonClass({ look: 'quiet' })}>
      <Trans>Invite someone</Trans>
    </FeatureLink>
  )
  if (shown === 'due')
    return (
      <EmptyState art="gold-coins" title={<Trans>Nothing to claim</Trans>} action={invite}>
        <Trans>When someone signs up with your code, you can claim your coins here.</Trans>
      </EmptyState>
    )
  if (shown === 'received')
    return (
      <EmptyState art="gold-coins" title={<Trans>Nothing claimed yet</Trans>} action={invite}>
        <Trans>When you claim coins, they're listed here.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState art="no-team" title={<Trans>Nobody has signed up with your code yet</Trans>} action={invite}>
      <Trans>When someone signs up with your code, you can claim your coins here.</Trans>
    </EmptyState>
  )
}
