import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { profile } from '../../entities/profile.ts'
import { Art } from '../../ui/art.tsx'
import { Chip } from '../../ui/chip.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Invitation } from './invitation.tsx'
import { invitationLink } from './invitation-link.ts'
import { rewardsOf } from './queries.ts'

export const Route = createFileRoute('/pages/my/invite')({ component: InviteScreen })

function InviteScreen() {
  const query = useQuery(profile)
  const rewardsQuery = useInfiniteQuery(rewardsOf(undefined))
  const rewards = rewardsQuery.data?.pages[0]
  return (
    <Screen width="form">
      <PullToRefresh onRefresh={() => Promise.all([query.refetch(), rewardsQuery.refetch()])}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {({ invitationUrl, userInfo: { invitationCode } }) => (
            <Invitation code={invitationCode} link={invitationLink(invitationUrl, invitationCode, location.origin)} />
          )}
        </QueryStates>
        <WhatCameOfIt receivable={rewards?.receivable ?? 0} />
        <div className="flex flex-col items-center gap-4 text-center">
          <Art name="gift-box" size="scene" />
          <p className="text-ink-soft text-pretty">
            {rewards && (
              <>
                <Plural
                  value={rewards.inviteGoldCoins}
                  one="You get # gold coin for each person who signs up with your code."
                  other="You get # gold coins for each person who signs up with your code."
                />{' '}
              </>
            )}
            <Trans>What they buy or pay in makes no difference, and nobody's money becomes yours.</Trans>
          </p>
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function WhatCameOfIt({ receivable }: { receivable: number }) {
  const { t } = useLingui()
  return (
    <List label={t`See your rewards`}>
      <li>
        <Link to="/pages/my/inviteGift" className={rowLinkClass}>
          <ListRow
            start="coin"
            title={<Trans>Invite rewards</Trans>}
            end={
              receivable > 0 && (
                <Chip tone="accent">
                  <Plural value={receivable} one="# to claim" other="# to claim" />
                </Chip>
              )
            }
            leads
          />
        </Link>
      </li>
      <li>
        <Link to="/pages/index/team" className={rowLinkClass}>
          <ListRow start="team" title={<Trans>Your team</Trans>} leads />
        </Link>
      </li>
    </List>
  )
}
