import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Art } from '../../ui/art.tsx'
import { Chip } from '../../ui/chip.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import { rewardsOf } from './queries.ts'

/** What inviting has brought and brings, and where the invited people are. */
export function WhatCameOfIt() {
  const { t } = useLingui()
  const query = useInfiniteQuery(rewardsOf(undefined))
  const rewards = query.data?.pages[0]
  const receivable = rewards?.receivable ?? 0
  return (
    <>
      <SectionStates query={query}>{() => null}</SectionStates>
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
    </>
  )
}
