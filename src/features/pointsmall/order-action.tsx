import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PointsGoodsDetail } from '#protocol/pointsmall.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { balances } from '../../entities/balances.ts'
import { profile } from '../../entities/profile.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { BlockedAction } from '../../entities/blocked-action.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Coins } from '../../entities/coins.tsx'

/** The button that leads to the order, or the reason why there is none. The server checks all of it again. */
export function OrderAction({ goods }: { goods: PointsGoodsDetail }) {
  const isMember = useSignedIn() !== undefined
  const level = useQuery({ ...profile, enabled: isMember }).data?.userLevel.level
  const coins = useQuery({ ...balances, enabled: isMember }).data?.goldCoins
  const { id, points, stock, levelNeeded, limit, had } = goods
  if (stock === 0)
    return <BlockedAction button={<Trans>None left</Trans>} why={<Trans>There are none left for now.</Trans>} />
  if (!isMember)
    return (
      <Offer points={points}>
        <Link to="/pages/auth/login" className={buttonClass({ wide: true })}>
          <Trans>Log in to order</Trans>
        </Link>
      </Offer>
    )
  if (level !== undefined && level < levelNeeded) return <LevelTooLow needed={levelNeeded} own={level} />
  if (limit > 0 && had >= limit)
    return (
      <BlockedAction
        button={<Trans>Limit reached</Trans>}
        why={
          <Plural
            value={limit}
            one="Each member can have at most # item."
            other="Each member can have at most # items."
          />
        }
      />
    )
  if (coins !== undefined && coins < points) return <TooFew missing={points - coins} />
  return (
    <Offer points={points}>
      <Link to="/subPages/pointsmall/createOrder" search={{ id }} className={buttonClass({ wide: true })}>
        <Trans>Order this</Trans>
      </Link>
    </Offer>
  )
}

/** The member's level, and where levels are explained. */
export function LevelTooLow({ needed, own }: { needed: number; own: number }) {
  return (
    <BlockedAction
      button={<Trans>Level {needed} needed</Trans>}
      why={
        <Link to="/pages/my/equity" className="font-strong text-accent-ink underline">
          <Trans>You're at level {own}. About levels</Trans>
        </Link>
      }
    />
  )
}

/** How many gold coins are missing, and where more come from. */
export function TooFew({ missing }: { missing: number }) {
  return (
    <BlockedAction
      button={<Trans>Not enough gold coins</Trans>}
      why={
        <>
          <Plural value={missing} one="You need # more gold coin." other="You need # more gold coins." />{' '}
          <FeatureLink to="/pages/my/checkIn" className="font-strong text-accent-ink underline">
            <Trans>Check in for more</Trans>
          </FeatureLink>
        </>
      }
    />
  )
}

function Offer({ points, children }: { points: number; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="shrink-0">
        <span className="block text-small text-ink-soft">
          <Trans>One item</Trans>
        </span>
        <Coins value={points} size="title" />
      </p>
      <div className="flex-1 basis-[8rem]">{children}</div>
    </div>
  )
}
