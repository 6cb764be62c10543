import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { OfferTerms, OrderDraft } from '#protocol/orders.ts'
import type { ProductDetail } from '#protocol/products.ts'
import { Card, Section } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { NotCharged } from '../../entities/not-charged.tsx'
import { OrderLines } from './order-lines.tsx'
import { PayAction } from './pay-action.tsx'
import { walletsOf } from './queries.ts'
import { productOf } from '../../entities/product.ts'
import { PayWords, RiskSheet } from './risk-sheet.tsx'
import { usePayment } from './use-payment.ts'
import { WalletChoice, type Wallet } from './wallet-choice.tsx'

interface CheckoutProps {
  draft: OrderDraft
  /** The draft is being priced again, so it can't be paid. */
  isSettling?: boolean
  /** Where the pay button goes: the bottom of the screen, or null until that is there. */
  bottom: HTMLElement | null
  couponChoice?: ReactNode
  /** Called after a rejection: the draft has to be priced again. */
  onStale: () => void
}

/** The payment step of a form screen: price lines, wallet, risks, and the pay button. */
export function Checkout({ draft, bottom, isSettling = false, couponChoice, onStale }: CheckoutProps) {
  const wallets = useQuery({ ...walletsOf(draft.id), placeholderData: keepPreviousData })
  const offer = useQuery(productOf(draft.kind, draft.productId))
  const product = offer.data
  const [chosen, setChosen] = useState<Wallet>()
  const [isReading, setReading] = useState(false)
  const [rejection, setRejection] = useState<unknown>()
  const { pay, isPaying, sheet } = usePayment(draft.id, {
    onRejected: (failure) => {
      setReading(false)
      setRejection(failure)
      onStale()
      void wallets.refetch()
      void offer.refetch()
    },
    onGivenUp: () => setReading(false),
  })
  const methods = wallets.data?.methods ?? []
  const wallet =
    chosen ?? methods.find((it) => it.balance >= draft.actualPayment)?.wallet ?? methods[0]?.wallet ?? 'recharge'
  const canPay = (methods.find((it) => it.wallet === wallet)?.balance ?? 0) >= draft.actualPayment
  const review = () => {
    setRejection(undefined)
    setReading(true)
  }
  return (
    <>
      {bottom &&
        createPortal(
          <div className="flex flex-col gap-3">
            {rejection !== undefined && <NotCharged error={rejection} />}
            <PayAction draft={draft} isPaying={isPaying} canPay={canPay && !isSettling} onReview={review} />
          </div>,
          bottom,
        )}
      <Card>
        <OrderLines draft={draft} isSettling={isSettling} couponChoice={couponChoice} />
      </Card>
      <Section title={<Trans>Pay from</Trans>}>
        <QueryStates query={wallets} skeleton={<ListSkeleton rows={2} />}>
          {(it) => (
            <WalletChoice
              methods={it.methods}
              currency={it.currency}
              payment={draft.actualPayment}
              value={wallet}
              onChange={setChosen}
            />
          )}
        </QueryStates>
      </Section>
      {product && (
        <RiskSheet
          draft={draft}
          product={product}
          wallet={wallet}
          isPaying={isPaying}
          isSettling={isSettling}
          isOpen={isReading && !sheet.isOpen}
          onClose={() => setReading(false)}
          onPay={() => pay({ wallet, expectedPayment: draft.actualPayment, expectedTerms: termsOf(product) })}
        />
      )}
      <CommandSheet
        {...sheet}
        onClose={() => {
          setReading(false)
          sheet.onClose()
        }}
      >
        <PayWords draft={draft} wallet={wallet} />
      </CommandSheet>
    </>
  )
}

function termsOf(product: ProductDetail): OfferTerms {
  const { validityDays, settlementType, memberShareBp, unitsTotal, cancellationHours, giftPoints } = product
  return { validityDays, settlementType, memberShareBp, unitsTotal, cancellationHours, giftPoints }
}
