import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pointsCheckout, type GoodsTerms, type PointsGoodsDetail } from '#protocol/pointsmall.ts'
import { balances } from '../../entities/balances.ts'
import { profile } from '../../entities/profile.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { NotCharged } from '../../entities/not-charged.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { Screen } from '../../ui/screen.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { AddressChoice, useChosenAddress } from './address-choice.tsx'
import { Coins } from '../../entities/coins.tsx'
import { GoodsArt } from '../../entities/goods-art.tsx'
import { LevelTooLow, TooFew } from './order-action.tsx'
import { OrderSum } from './order-sum.tsx'
import { pointsDraft, type PointsDraft } from './points-draft.ts'
import { mostOf } from './shown-goods.ts'

interface OrderFormProps {
  memberId: string
  query: UseQueryResult<PointsGoodsDetail>
  goods: PointsGoodsDetail
  initial: PointsDraft
}

const remarkMost = 200

/** Quantity, address and remark; saved on this device until the server confirms the order with its fresh numbers. */
export function OrderForm({ memberId, query, goods, initial }: OrderFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isOnline = useOnline()
  const [draft, setDraft] = useState(initial)
  const coins = useQuery(balances).data?.goldCoins
  const me = useQuery(profile)
  const level = me.data?.userLevel.level
  const isParcel = goods.kind === 'parcel'
  const address = useChosenAddress(draft.addressId, isParcel)
  const most = mostOf(goods)
  const quantity = Math.min(draft.quantity, Math.max(1, most))
  const points = goods.points * quantity
  const change = (next: Partial<PointsDraft>) => {
    const changed = { ...draft, ...next }
    setDraft(changed)
    void pointsDraft.save(memberId, changed)
  }
  const { run, check, unknown, outcome, isReady, isBusy, isChecking, sheet } = useCommand(pointsCheckout, {
    onOutcome: (it) => {
      if (it.kind === 'rejected') void query.refetch()
      if (it.kind !== 'applied') return
      toast(isParcel ? t`Ordered. We tell you when it ships.` : t`Ordered. It's already yours.`, {
        tone: 'positive',
      })
      void navigate({ to: '/subPages/pointsmall/orderList', search: { order: it.answer.id }, replace: true })
    },
  })
  const order = () =>
    void run({
      goodsId: goods.id,
      quantity,
      expectedPoints: points,
      expectedTerms: termsOf(goods),
      addressId: isParcel ? (address.id ?? null) : null,
      remark: draft.remark?.trim() || null,
    })
  const isFresh = !query.isFetching && !query.error
  const canOrder =
    isOnline &&
    isReady &&
    isFresh &&
    !unknown &&
    most > 0 &&
    !(goods.levelNeeded > 0 && me.isLoading) &&
    (!isParcel || (address.id !== undefined && !address.isWaiting))
  return (
    <Screen
      width="form"
      bottom={
        <div className="flex flex-col gap-3">
          {unknown ? (
            <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />
          ) : (
            outcome?.kind === 'rejected' && <NotCharged error={outcome.error} />
          )}
          {level !== undefined && level < goods.levelNeeded ? (
            <LevelTooLow needed={goods.levelNeeded} own={level} />
          ) : coins !== undefined && coins < points ? (
            <TooFew missing={points - coins} />
          ) : (
            <Button wide icon="coin" busy={isBusy} disabled={!canOrder} onClick={order}>
              <Plural value={points} one="Order for # gold coin" other="Order for # gold coins" />
            </Button>
          )}
        </div>
      }
    >
      {!isOnline && (
        <Banner tone="warning" icon="offline">
          <Trans>
            You need a connection to order: price and stock are checked at that moment. Your order is saved on this
            device, and you'll see the current figures before you confirm.
          </Trans>
        </Banner>
      )}
      <QueryStates query={query}>
        {() => (
          <Card>
            <div className="flex flex-col gap-4">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <span className="shrink-0 rounded-md bg-sunken p-2">
                  <GoodsArt art={goods.art} size="thumb" />
                </span>
                <div className="min-w-0 flex-1 basis-[6rem]">
                  <p className="font-strong">{goods.name}</p>
                  <p className="text-small text-ink-soft">{goods.line}</p>
                </div>
                <Coins value={goods.points} />
              </div>
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <div className="flex-1 basis-[7rem]">
                  <p>
                    <Trans>Quantity</Trans>
                  </p>
                  <p className="text-small text-ink-soft">
                    {most === 0 ? (
                      <Trans>None can be ordered now.</Trans>
                    ) : (
                      <Plural value={most} one="# item at most" other="Up to # items" />
                    )}
                  </p>
                </div>
                <QuantityStepper
                  label={t`Quantity`}
                  value={quantity}
                  max={Math.max(1, most)}
                  onChange={(next) => change({ quantity: next })}
                />
              </div>
            </div>
          </Card>
        )}
      </QueryStates>
      {isParcel && (
        <Section title={<Trans>Delivery address</Trans>}>
          <AddressChoice chosen={address} onChange={(addressId) => change({ addressId })} />
        </Section>
      )}
      <TextArea
        label={t`Note`}
        hint={t`Size, colour, delivery times: at most ${remarkMost} characters`}
        maxLength={remarkMost}
        value={draft.remark ?? ''}
        onChange={(event) => change({ remark: event.target.value })}
      />
      <OrderSum points={points} />
      <CommandSheet {...sheet} />
    </Screen>
  )
}

function termsOf({ kind, gives, name, line, description }: PointsGoodsDetail): GoodsTerms {
  return { kind, gives, name, line, description }
}
