import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ClosedReason } from './closed-reason.tsx'
import { FeatureLink } from '../../entities/feature-link.tsx'
import type { Obstacle } from './obstacle.ts'
import { useWhen } from '../../entities/use-when.ts'

interface ObstacleLineProps {
  obstacle: Obstacle
  /** Gold coins for an invitation that signs up; undefined where the screen doesn't know it. */
  inviteGoldCoins: number | undefined
}

/** Why the button can't be pressed, and the way out where there is one. */
export function ObstacleLine({ obstacle, inviteGoldCoins }: ObstacleLineProps) {
  return (
    <div className="pb-3 text-center text-small text-pretty text-ink-soft">
      <Words obstacle={obstacle} />
      {obstacle.kind === 'points' && <MorePoints of={obstacle.of} inviteGoldCoins={inviteGoldCoins} />}
    </div>
  )
}

function Words({ obstacle }: { obstacle: Obstacle }): ReactNode {
  const when = useWhen()
  switch (obstacle.kind) {
    case 'closed':
      return <ClosedReason why={obstacle.why} />
    case 'paused': {
      const until = when(obstacle.until)
      return <Trans>You have paused all games until {until}.</Trans>
    }
    case 'offline':
      return <Trans>You need a connection to play, because the server makes the draw.</Trans>
    case 'ownLimit':
      if (obstacle.daily === 0) return <Trans>You set your limit to no draws. You can change it in your limits.</Trans>
      return (
        <Plural
          value={obstacle.daily}
          one="You set a limit of # draw a day. You can play again tomorrow."
          other="You set a limit of # draws a day. You can play again tomorrow."
        />
      )
    case 'gameLimit':
      return <Trans>There aren't that many draws left in this game today. The count starts again tomorrow.</Trans>
    case 'level':
      return <Trans>You need level {obstacle.needed} to play this game.</Trans>
    case 'points':
      return obstacle.of === 'gold' ? (
        <Plural value={obstacle.missing} one="You need # more gold coin." other="You need # more gold coins." />
      ) : (
        <Plural value={obstacle.missing} one="You need # more Lucky Ball." other="You need # more Lucky Balls." />
      )
  }
}

interface MorePointsProps extends Pick<ObstacleLineProps, 'inviteGoldCoins'> {
  of: 'gold' | 'lucky'
}

/** Lucky Balls are prizes of the games for gold coins. */
function MorePoints({ of, inviteGoldCoins }: MorePointsProps) {
  if (of === 'lucky')
    return (
      <span className="block">
        <Link to="/subPages/box/index" className={linkClass}>
          <Trans>They are prizes of the gold-coin lottery</Trans>
        </Link>
      </span>
    )
  return (
    <span className="flex flex-wrap justify-center gap-x-4">
      <FeatureLink to="/pages/my/checkIn" className={linkClass}>
        <Trans>Check in for coins</Trans>
      </FeatureLink>
      <FeatureLink to="/pages/my/invite" className={linkClass}>
        {inviteGoldCoins === undefined ? (
          <Trans>Invite someone</Trans>
        ) : (
          <Plural value={inviteGoldCoins} one="Invite someone: # gold coin" other="Invite someone: # gold coins" />
        )}
      </FeatureLink>
    </span>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-strong text-accent-ink underline'
