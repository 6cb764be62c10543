import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LevelBadge } from '../../entities/level-badge.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { profile } from '../../entities/profile.ts'
import { commands } from '../../outbox/current-commands.ts'
import { editedName } from '../../outbox/edited-profile.ts'
import { numberFormat } from '../../lib/intl.ts'
import { useAvatar } from '../../outbox/pending-avatar.ts'

type Profile = Answer<typeof userInfo>

/** The member's name and level, and the conditions of the next level. */
export function MemberCard() {
  const query = useQuery(profile)
  return (
    <Card>
      <QueryStates
        query={query}
        skeleton={
          <Skeleton>
            <BlockBone shape="h-37 w-full" />
          </Skeleton>
        }
      >
        {(it) => <Member profile={it} at={query.dataUpdatedAt} />}
      </QueryStates>
    </Card>
  )
}

function Member({ profile: { userInfo, userLevel, merchantUpgradeInfo }, at }: { profile: Profile; at: number }) {
  const { phoneMasked, avatarUrl, growth } = userInfo
  const { nickname } = editedName(userInfo, at, useSyncExternalStore(commands.subscribe, commands.getSnapshot))
  const { src } = useAvatar(avatarUrl, at)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={nickname ?? undefined} src={src} size="large" />
        <p className="min-w-0 flex-[1_1_9rem]">
          <span
            className={
              nickname === null
                ? 'figures block text-title font-strong whitespace-nowrap large-text:text-[min(1rem,7vw)] rtl:text-end'
                : 'block text-title font-strong wrap-anywhere'
            }
            {...(nickname === null && { dir: 'ltr' })}
          >
            {nickname ?? phoneMasked}
          </span>
          {nickname !== null && (
            <span
              className="figures block text-ink-soft whitespace-nowrap large-text:text-[min(1rem,7vw)] rtl:text-end"
              dir="ltr"
            >
              {phoneMasked}
            </span>
          )}
        </p>
        <LevelBadge level={userLevel.level} name={userLevel.name} />
      </div>
      <Link
        to="/pages/my/equity"
        className="-mx-4 mt-4 -mb-4 block border-t border-line px-4 py-3 hover:bg-sunken/60 active:bg-sunken focus-visible:-outline-offset-2"
      >
        <Growth growth={growth} next={merchantUpgradeInfo} />
      </Link>
    </>
  )
}

function Growth({ growth, next }: { growth: number; next: Profile['merchantUpgradeInfo'] }) {
  const { t, i18n } = useLingui()
  const number = numberFormat(i18n.locale)
  if (next === null)
    return (
      <Line>
        <Trans>You've reached the highest level.</Trans>
      </Line>
    )
  const { name } = next.next
  const goal = growth + next.growthNeeded
  const has = number.format(growth)
  const needs = number.format(goal)
  const left = number.format(next.growthNeeded)
  return (
    <>
      <Line>
        {next.growthNeeded > 0 ? (
          <Trans>
            {left} growth left to reach {name}
          </Trans>
        ) : (
          <Trans>You have enough growth for {name}. See what else it needs</Trans>
        )}
      </Line>
      <span className="mt-2 block">
        <ProgressBar value={growth / Math.max(1, goal)} label={t`Growth: ${has} of ${needs}`} />
      </span>
    </>
  )
}

function Line({ children }: { children: React.ReactNode }) {
  return (
    <span className="flex min-h-7 items-center justify-between gap-3 text-small text-ink-soft">
      <span>{children}</span>
      <Icon name="chevron-right" size="small" />
    </span>
  )
}
