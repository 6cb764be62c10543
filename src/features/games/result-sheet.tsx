import { Plural, Trans } from '@lingui/react/macro'
import { memo } from 'react'
import type { Draw } from '#protocol/games.ts'
import { CouponWorth } from '../../entities/coupon-worth.tsx'
import { MaskedText } from '../../entities/masked-text.tsx'
import { OwnReward, useRewardText } from '../../entities/reward-text.tsx'
import { Button } from '../../ui/button.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SlotArt } from './art.tsx'
import { PrizeReceipt } from './prize-receipt.tsx'

interface ResultSheetProps {
  draws: readonly Draw[] | undefined
  onClose: () => void
}

/** What was drawn: each prize with its receipt, and the way to check it. */
export const ResultSheet = memo(function ResultSheet({ draws, onClose }: ResultSheetProps) {
  const won = draws?.filter((it) => it.prize !== null) ?? []
  return (
    <Sheet
      isOpen={draws !== undefined}
      onClose={onClose}
      title={
        won.length > 0 ? (
          <Plural value={won.length} one="You have won" other="You have won # prizes" />
        ) : (
          <Trans>Nothing this time</Trans>
        )
      }
      footer={
        <Button wide look={won.length > 0 ? 'quiet' : 'primary'} onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {draws?.map((it) => (
          <li key={it.id}>
            <DrawResult draw={it} isAlone={draws.length === 1} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
})

function DrawResult({ draw, isAlone }: { draw: Draw; isAlone: boolean }) {
  const { prize, id, proof } = draw
  const text = useRewardText()
  const drawn = proof.slots.find((it) => it.id === proof.slotId)
  const reward = prize?.reward
  return (
    <div className={isAlone ? 'flex flex-col items-center gap-3 text-center' : 'flex items-start gap-4 py-4'}>
      <SlotArt art={prize?.art ?? 'nothing'} size={isAlone ? 'hero' : 'thumb'} />
      <div className={isAlone ? 'flex flex-col items-center gap-1' : 'flex min-w-0 flex-1 flex-col gap-1'}>
        <p className={isAlone ? 'text-large font-strong' : 'font-strong'}>
          {prize ? <MaskedText text={prize.name} /> : drawn?.name}
        </p>
        {reward && text(reward) !== prize.name && (
          <p className="text-ink-soft">
            <OwnReward reward={reward} />
          </p>
        )}
        <CouponWorth reward={reward} isOwn />
        {prize === null && isAlone && (
          <p className="text-pretty text-ink-soft">
            <Trans>You paid for this draw.</Trans>
          </p>
        )}
        {proof.byGuarantee && (
          <p className="text-small text-positive">
            <Trans>This draw won by the guarantee.</Trans>
          </p>
        )}
        {reward && <PrizeReceipt draw={draw} reward={reward} />}
        <RouteLink
          route={`/subPages/box/check?id=${id}`}
          className="inline-flex min-h-11 items-center text-accent-ink underline"
        >
          <Trans>Check this draw</Trans>
        </RouteLink>
      </div>
    </div>
  )
}
