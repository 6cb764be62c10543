import { Plural, Trans } from '@lingui/react/macro'
import type { Order } from '#protocol/orders.ts'
import { Art } from '../../ui/art.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Money } from '../../ui/money.tsx'
import { MachineClosedChip } from '../../entities/machine-closed-chip.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** One order of a list: product, quantity, date, payment and state. */
export function OrderRow({ order }: { order: Order }) {
  const when = useWhen()
  const { art, picture, productName, quantity, paidAt, actualPayment, currency } = order
  return (
    <ListRow
      start={
        <span className="shrink-0 rounded-md bg-sunken p-1">
          <Art name={art} product={productName} picture={picture} size="thumb" />
        </span>
      }
      title={<span className="font-strong">{productName}</span>}
      detail={
        <>
          <span className="block">
            <Plural value={quantity} one="# unit" other="# units" />
          </span>
          <span className="figures block">{when(paidAt)}</span>
        </>
      }
      end={<Money value={actualPayment} currency={currency} />}
      endDetail={<OrderState order={order} />}
    />
  )
}

export function OrderState({ order: { status, cancelledAt, closing } }: { order: Order }) {
  if (closing) return <MachineClosedChip />
  if (status === 'working')
    return (
      <Chip tone="positive" icon="bolt">
        <Trans>Working</Trans>
      </Chip>
    )
  if (status !== 'invalid')
    return (
      <Chip icon="info">
        <Trans>Other status</Trans>
      </Chip>
    )
  return cancelledAt === null ? (
    <Chip icon="check">
      <Trans>Ended</Trans>
    </Chip>
  ) : (
    <Chip icon="close">
      <Trans>Cancelled</Trans>
    </Chip>
  )
}
