import { Trans } from '@lingui/react/macro'
import type { Jackpot } from '#protocol/games.ts'
import { useTimeAgo } from '../../entities/use-time-ago.ts'
import { Chip } from '../../ui/chip.tsx'
import { ClosedReason } from './closed-reason.tsx'
import { SlotRow } from './slot-view.tsx'
import { useOddsText } from './use-odds-text.ts'

/** A prize, the game it is in, its chance or why it can't be won now, and who won it last. */
export function JackpotRow({ jackpot, leads = false }: { jackpot: Jackpot; leads?: boolean }) {
  const { gameName, prize, weights, closed, last } = jackpot
  return (
    <SlotRow
      slot={prize}
      leads={leads}
      detail={
        <>
          <span className="block">{gameName}</span>
          <span className="block">
            {closed ? <ClosedReason why={closed} /> : <Chance weight={prize.weight} of={weights} />}
          </span>
          <span className="block">{last ? <LastWinner {...last} /> : <Trans>Nobody has won it yet</Trans>}</span>
        </>
      }
      end={<PrizeType type={prize.type} />}
    />
  )
}

function Chance({ weight, of }: { weight: number; of: number }) {
  const [chance] = useOddsText([{ weight }, { weight: of - weight }])
  if (chance?.oneIn === undefined) return <Trans>used up</Trans>
  return (
    <span className="figures">
      <bdi>{chance.percent}</bdi> · <bdi>{chance.oneIn}</bdi>
    </span>
  )
}

function LastWinner({ who, at }: NonNullable<Jackpot['last']>) {
  const timeAgo = useTimeAgo()
  const when = timeAgo(at)
  return (
    <Trans>
      Last won by <bdi>{who}</bdi>, {when}
    </Trans>
  )
}

/** Specification 3: 0 amount, 1 points. */
function PrizeType({ type }: { type: Jackpot['prize']['type'] }) {
  if (type === 0)
    return (
      <Chip icon="wallet">
        <Trans>Money</Trans>
      </Chip>
    )
  if (type === 1)
    return (
      <Chip icon="coin">
        <Trans>Points</Trans>
      </Chip>
    )
  return null
}
