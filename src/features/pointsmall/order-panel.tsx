import { Trans } from '@lingui/react/macro'
import type { PointsOrder } from '#protocol/pointsmall.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Coins } from '../../entities/coins.tsx'
import { GoodsArt } from '../../entities/goods-art.tsx'
import { PointsOrderState } from './order-states.tsx'
import { Tracking } from './tracking.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** One order in full: where it goes, how it travels, and when what happened. */
export function PointsOrderPanel({ order }: { order: PointsOrder }) {
  const { goodsId, art, name } = order
  return (
    <div className="flex flex-col gap-6">
      <FeatureLink
        to="/subPages/pointsmall/detail"
        search={{ id: goodsId }}
        className={artClass}
        aria-label={name}
        otherwise={
          <div className={artClass}>
            <GoodsArt art={art} />
          </div>
        }
      >
        <GoodsArt art={art} />
      </FeatureLink>
      <Tracking order={order} />
      <Card>
        <OrderFacts order={order} />
      </Card>
    </div>
  )
}

const artClass = 'block rounded-lg bg-sunken p-4'

function OrderFacts({ order }: { order: PointsOrder }) {
  const when = useWhen()
  const { status, orderNumber, quantity, points, at, address, remark } = order
  const { refundAskedAt, refundDueAt, refundedAt, shippedAt, receivedAt } = order
  return (
    <Facts>
      <Fact name={<Trans>Status</Trans>}>
        <PointsOrderState status={status} />
      </Fact>
      <Fact name={<Trans>Order number</Trans>}>
        <bdi>{orderNumber}</bdi>
      </Fact>
      <Fact name={<Trans>Quantity</Trans>}>{quantity}</Fact>
      <Fact name={<Trans>Total</Trans>}>
        <Coins value={points} />
      </Fact>
      <Fact name={<Trans>Paid on</Trans>}>{when(at)}</Fact>
      {refundAskedAt !== null && <Fact name={<Trans>Refund requested on</Trans>}>{when(refundAskedAt)}</Fact>}
      {refundDueAt !== null && <Fact name={<Trans>Refund by</Trans>}>{when(refundDueAt)}</Fact>}
      {shippedAt !== null && <Fact name={<Trans>Shipped on</Trans>}>{when(shippedAt)}</Fact>}
      {refundedAt !== null && <Fact name={<Trans>Refunded on</Trans>}>{when(refundedAt)}</Fact>}
      {receivedAt !== null && <Fact name={<Trans>Received on</Trans>}>{when(receivedAt)}</Fact>}
      {address && (
        <Fact name={<Trans>Delivery address</Trans>}>
          <span className="flex flex-col items-end">
            <span>{address.recipient}</span>
            <bdi className="figures" dir="ltr">
              {address.phoneMasked}
            </bdi>
            <span className="text-end">{address.line}</span>
          </span>
        </Fact>
      )}
      {remark !== null && <Fact name={<Trans>Note</Trans>}>{remark}</Fact>}
    </Facts>
  )
}
