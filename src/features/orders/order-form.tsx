import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProductDetail } from '#protocol/products.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { Art } from '../../ui/art.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import type { MachineKind } from '../../entities/product-path.ts'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Checkout } from './checkout.tsx'
import { CouponChoice } from './coupon-choice.tsx'
import { MostUnits } from './most-units.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'
import { mostOf } from './quantity-bounds.ts'
import { savedOrder, type OrderChoice } from './saved-order.ts'
import { freshDraft } from './queries.ts'
import { productOf } from '../../entities/product.ts'
import { WaitingOrder } from './waiting-order.tsx'

interface OrderFormProps {
  memberId: string
  kind: MachineKind
  first: OrderChoice
}

/** The quantity and the coupon. The server prices every change; while it can't be reached, the choice is saved here. */
export function OrderForm({ memberId, kind, first }: OrderFormProps) {
  const [choice, setChoice] = useState(first)
  const [bottom, setBottom] = useState<HTMLElement | null>(null)
  const product = useQuery(productOf(kind, choice.productId))
  // The quantity of an earlier visit may exceed what can be bought now.
  const within = (quantity: number) => (product.data ? Math.min(quantity, Math.max(1, mostOf(product.data))) : quantity)
  const quantity = within(choice.quantity)
  const settled = useSettled(choice)
  const draft = useQuery({
    ...freshDraft({ ...settled, quantity: within(settled.quantity) }),
    placeholderData: keepPreviousData,
  })
  const change = (next: Partial<OrderChoice>) => {
    const changed = { ...choice, ...next }
    setChoice(changed)
    void savedOrder.save(memberId, changed)
  }
  // Where the server can't price the order now, the choice is saved even if the member never changed it.
  const hasToWait = draft.data === undefined && (draft.isError || draft.fetchStatus === 'paused')
  useEffect(() => {
    if (hasToWait) void savedOrder.save(memberId, choice)
  }, [hasToWait, memberId, choice])
  // Not without the choice above it, which would move everything as it comes.
  const priced = draft.error || product.isLoading ? undefined : draft.data
  if (!priced && !product.data && isNotFound(product.error)) return <NothingToPay />
  // The choice keeps its place through all of this: who is typing, or pressing its buttons, doesn't lose the focus.
  return (
    <Screen width="form" bottom={priced && <div ref={setBottom} />}>
      {!priced && (
        <QueryStates query={product} skeleton={product.data ? null : <DetailSkeleton />}>
          {() => null}
        </QueryStates>
      )}
      {product.data && (
        <Choice product={product.data} quantity={quantity} onChange={(quantity) => change({ quantity })} />
      )}
      {priced ? (
        <>
          {priced.isCouponLeftOut && (
            <Banner tone="warning" icon="ticket">
              <Trans>The coupon you chose can't be used for this order. The price is without it.</Trans>
            </Banner>
          )}
          <Checkout
            draft={priced}
            bottom={bottom}
            isSettling={settled !== choice || draft.isFetching || priced.quantity !== quantity}
            onStale={() => {
              void draft.refetch()
              void product.refetch()
            }}
            couponChoice={<CouponChoice draft={priced} onChoose={(couponId) => change({ couponId })} />}
          />
        </>
      ) : (
        product.data &&
        (hasToWait || draft.error ? (
          <WaitingOrder
            product={product.data}
            choice={choice}
            error={draft.error}
            onRetry={() => void draft.refetch()}
            isRetrying={draft.isFetching}
          />
        ) : (
          <DetailSkeleton />
        ))
      )}
    </Screen>
  )
}

function Choice({
  product,
  quantity,
  onChange,
}: {
  product: ProductDetail
  quantity: number
  onChange: (quantity: number) => void
}) {
  const { t } = useLingui()
  const { name, edition, art, picture, price, currency } = product
  return (
    <Card>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="shrink-0 rounded-md bg-sunken p-2">
            <Art name={art} product={name} picture={picture} size="thumb" />
          </span>
          <div className="min-w-0 flex-1 basis-[6rem]">
            <p className="font-strong">{name}</p>
            <p className="text-small text-ink-soft">{edition}</p>
          </div>
          <Money isOpen value={price} currency={currency} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="flex-1 basis-[7rem]">
            <p>
              <Trans>Units</Trans>
            </p>
            <p className="text-small text-ink-soft">
              <MostUnits product={product} quantity={quantity} />
            </p>
          </div>
          <QuantityStepper label={t`Units`} value={quantity} max={Math.max(1, mostOf(product))} onChange={onChange} />
        </div>
      </div>
    </Card>
  )
}
