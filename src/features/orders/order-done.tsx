import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Order } from '#protocol/orders.ts'
import { Art } from '../../ui/art.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { Screen } from '../../ui/screen.tsx'
import { unitOf } from '../../entities/unit.ts'
import { WalletName } from './wallet-choice.tsx'
import { useDate, useWhen } from '../../entities/use-when.ts'

/** After the payment: what the member owns now, and what happens next. */
export function OrderDone({ order }: { order: Order }) {
  const { productName, quantity } = order
  return (
    <Screen
      title={<Trans>Order paid</Trans>}
      width="form"
      bottom={
        <Link to="/subPages/product/myProduct" replace className={buttonClass({ wide: true })}>
          <Trans>See my products</Trans>
        </Link>
      }
    >
      <div role="status" className="flex flex-col items-center gap-2 pt-4 text-center">
        <Art name="achievement" size="scene" />
        <h2 className="text-title font-strong text-balance">
          <Plural
            value={quantity}
            one={`You own # unit of ${productName}`}
            other={`You own # units of ${productName}`}
          />
        </h2>
      </div>
      <Section title={<Trans>What happens next</Trans>}>
        <Card>
          <NextSteps order={order} />
        </Card>
      </Section>
      <Section title={<Trans>The order</Trans>}>
        <Card>
          <OrderFacts order={order} />
        </Card>
      </Section>
    </Screen>
  )
}

function NextSteps({ order: { unitIds, cancellableUntil } }: { order: Order }) {
  const dateOf = useDate()
  const unit = useQuery({ ...unitOf(unitIds[0] ?? ''), enabled: unitIds.length > 0 }).data
  const when = useWhen()
  return (
    <Facts>
      <Fact name={<Trans>Earning</Trans>}>
        <Trans>from now on</Trans>
      </Fact>
      <Fact name={<Trans>First settlement</Trans>}>
        {unit?.nextSettlementAt ? when(unit.nextSettlementAt) : <Trans>shown with your product</Trans>}
      </Fact>
      {unit && <Fact name={<Trans>Earns until</Trans>}>{dateOf(unit.expiresAt)}</Fact>}
      {cancellableUntil !== null && <Fact name={<Trans>Cancel until</Trans>}>{when(cancellableUntil)}</Fact>}
    </Facts>
  )
}

function OrderFacts({
  order: { orderNumber, paidAt, paidFrom, actualPayment, currency, giftPoints },
}: {
  order: Order
}) {
  const when = useWhen()
  return (
    <Facts>
      <Fact name={<Trans>Paid</Trans>}>
        <Money value={actualPayment} currency={currency} />
      </Fact>
      <Fact name={<Trans>Wallet</Trans>}>
        <WalletName wallet={paidFrom} />
      </Fact>
      <Fact name={<Trans>Time</Trans>}>{when(paidAt)}</Fact>
      <Fact name={<Trans>Order number</Trans>}>{orderNumber}</Fact>
      {giftPoints > 0 && (
        <Fact name={<Trans>Gift</Trans>}>
          <Plural value={giftPoints} one="# gold coin" other="# gold coins" />
        </Fact>
      )}
    </Facts>
  )
}
