import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Draw } from '#protocol/games.ts'
import { CouponWorth } from '../../entities/coupon-worth.tsx'
import { MaskedText } from '../../entities/masked-text.tsx'
import { RewardLink, rewardLinkClass } from '../../entities/reward-link.tsx'
import { SlotArt } from './art.tsx'
import { PrizeReceipt } from './prize-receipt.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** A prize with its receipt, and the check of its draw. */
export function PrizeRow({ draw }: { draw: Draw }) {
  const when = useWhen()
  const { id, prize, gameName, at, status } = draw
  if (!prize) return null
  return (
    <div className="flex flex-wrap items-start gap-x-4 px-4 py-3">
      <SlotArt art={prize.art} />
      <div className="min-w-[min(100%,11rem)] flex-1">
        <p className="font-strong wrap-anywhere">
          <MaskedText text={prize.name} />
        </p>
        <p className="text-small text-ink-soft">
          {gameName} ·{' '}
          <time dateTime={at} className="figures">
            {when(at)}
          </time>
        </p>
        {status === 0 && <CouponWorth reward={prize.reward} isOwn />}
        <div className="flex flex-wrap items-center gap-x-3">
          {prize.reward && <PrizeReceipt draw={draw} reward={prize.reward} />}
          {prize.reward && status === 1 && <RewardLink reward={prize.reward} />}
          <Link to="/subPages/box/check" search={{ id }} className={rewardLinkClass}>
            <Trans>Check this draw</Trans>
          </Link>
        </div>
      </div>
    </div>
  )
}
