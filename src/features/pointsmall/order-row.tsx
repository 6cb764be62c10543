import { Plural } from '@lingui/react/macro'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { shownState } from '../../outbox/shown.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { Coins } from '../../entities/coins.tsx'
import type { ShownOrder } from './commands.ts'
import { GoodsArt } from '../../entities/goods-art.tsx'
import { PointsOrderState } from './order-states.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** One order of the list: what, how many, when, for how many coins, and how it stands. */
export function PointsOrderRow({ shown: { order, command } }: { shown: ShownOrder }) {
  const when = useWhen()
  const { art, name, quantity, at, points, status } = order
  return (
    <ListRow
      start={
        <span className="shrink-0 rounded-md bg-sunken p-1">
          <GoodsArt art={art} size="thumb" />
        </span>
      }
      title={<span className="font-strong">{name}</span>}
      detail={
        <>
          <span className="block">
            <Plural value={quantity} one="# item" other="# items" />
          </span>
          <span className="figures block">{when(at)}</span>
        </>
      }
      end={<Coins value={points} />}
      endDetail={command ? <PendingBadge state={shownState(command)} /> : <PointsOrderState status={status} />}
    />
  )
}
