import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Draw } from '#protocol/games.ts'
import { MaskedText } from '../../entities/masked-text.tsx'
import { useRewardText } from '../../entities/reward-text.tsx'
import type { Command } from '../../outbox/command.ts'
import { Chip } from '../../ui/chip.tsx'
import { ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { SlotArt } from './art.tsx'
import { prizeReceipt } from './commands.ts'
import { useWhen } from '../../entities/use-when.ts'

/** One draw: what was drawn, in which game, when and for what price. It links to its check. */
export function DrawRow({ draw, receipts }: { draw: Draw; receipts: readonly Command[] }) {
  const when = useWhen()
  const text = useRewardText()
  const { id, prize, gameName, price, at } = draw
  return (
    <Link to="/subPages/box/check" search={{ id }} className={rowLinkClass}>
      <ListRow
        start={<SlotArt art={prize?.art ?? 'nothing'} />}
        title={
          <span className={prize ? 'font-strong' : 'text-ink-soft'}>
            {prize ? <MaskedText text={prize.name} /> : <Trans>Nothing won</Trans>}
          </span>
        }
        detail={
          <>
            <span className="block">
              {gameName} · <span className="whitespace-nowrap">{text(price)}</span>
            </span>
            <time dateTime={at} className="figures block">
              {when(at)}
            </time>
          </>
        }
        end={prize && <PrizeState draw={draw} receipts={receipts} />}
        leads
      />
    </Link>
  )
}

function PrizeState({ draw, receipts }: { draw: Draw; receipts: readonly Command[] }) {
  const { stands } = prizeReceipt(draw, receipts)
  switch (stands) {
    case 'received':
      return (
        <Chip tone="positive" icon="check">
          <Trans>Claimed</Trans>
        </Chip>
      )
    case 'sent':
      return (
        <Chip tone="accent" icon="cloud-queue">
          <Trans>Sending</Trans>
        </Chip>
      )
    case 'later':
      return (
        <Chip>
          <Trans>Cancelled</Trans>
        </Chip>
      )
    case 'due':
    case 'rejected':
      return (
        <Chip tone="accent" icon="gift">
          <Trans>To claim</Trans>
        </Chip>
      )
  }
}
