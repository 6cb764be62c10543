import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Order } from '#protocol/orders.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderState } from './order-row.tsx'
import { WalletName } from './wallet-choice.tsx'
import { Money } from '../../ui/money.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** One order in full. */
export function OrderPanel({ order }: { order: Order }) {
  return (
    <div className="flex flex-col gap-6">
      <OrderLines draft={order} isPaid />
      <OrderFacts order={order} />
    </div>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { orderNumber, paidAt, paidFrom, cancelledAt, refund, currency, cancellableUntil, giftPoints, closing } = order
  const back = closing?.refund ?? refund
  const when = useWhen()
  return (
    <Facts>
      <Fact name={<Trans>Status</Trans>}>
        <OrderState order={order} />
      </Fact>
      <Fact name={<Trans>Order number</Trans>}>
        <bdi>{orderNumber}</bdi>
      </Fact>
      <Fact name={<Trans>Paid on</Trans>}>{when(paidAt)}</Fact>
      <Fact name={<Trans>From</Trans>}>
        <WalletName wallet={paidFrom} />
      </Fact>
      {cancelledAt !== null && <Fact name={<Trans>Cancelled on</Trans>}>{when(cancelledAt)}</Fact>}
      {closing && (
        <>
          <Fact name={<Trans>Machine closed on</Trans>}>{when(closing.at)}</Fact>
          <Fact name={<Trans>Why it was closed</Trans>}>
            <bdi>{closing.reason}</bdi>
          </Fact>
        </>
      )}
      {typeof back === 'number' && (
        <Fact name={<Trans>Paid back</Trans>}>
          <Money value={back} currency={currency} />
        </Fact>
      )}
      {cancellableUntil !== null && <Fact name={<Trans>Cancel until</Trans>}>{when(cancellableUntil)}</Fact>}
      {giftPoints > 0 && (
        <Fact name={<Trans>Gift</Trans>}>
          <Plural value={giftPoints} one="# gold coin" other="# gold coins" />
        </Fact>
      )}
    </Facts>
  )
}

/** A link to the units that the order bought. */
export function ToUnits({ order: { unitIds, cancellableUntil } }: { order: Order }) {
  const [first] = unitIds
  if (first === undefined) return null
  const words = cancellableUntil === null ? <Trans>See earnings</Trans> : <Trans>See earnings or cancel</Trans>
  return unitIds.length === 1 ? (
    <Link to="/subPages/product/myProductDetail" search={{ id: first }} className={buttonClass({ wide: true })}>
      {words}
    </Link>
  ) : (
    <Link to="/subPages/product/myProduct" className={buttonClass({ wide: true })}>
      <Plural value={unitIds.length} one="See its unit" other="See its # units" />
    </Link>
  )
}
