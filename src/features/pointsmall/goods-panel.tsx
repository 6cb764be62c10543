import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PointsGoodsDetail } from '#protocol/pointsmall.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Money } from '../../ui/money.tsx'
import { Coins } from '../../entities/coins.tsx'
import { GoodsArt } from '../../entities/goods-art.tsx'
import { numberFormat } from '../../lib/intl.ts'
import { GoodsLimits } from '../../entities/goods-card.tsx'

/** All that is known of goods: what they are, what they cost, who may have how many, and how a refund goes. */
export function GoodsPanel({ goods }: { goods: PointsGoodsDetail }) {
  const { name, art, description, kind } = goods
  return (
    <>
      <div className="overflow-hidden rounded-lg bg-surface shadow-card">
        <div className="bg-sunken p-4">
          <GoodsArt art={art} size="hero" label={name} />
        </div>
        <div className="flex flex-col gap-3 p-4">
          <div className="flex flex-wrap gap-2">
            <Chip icon={kind === 'parcel' ? 'gift' : 'bolt'}>
              {kind === 'parcel' ? <Trans>Sent by parcel</Trans> : <Trans>Arrives at once</Trans>}
            </Chip>
            <GoodsLimits goods={goods} />
          </div>
          <p className="text-pretty">{description}</p>
        </div>
      </div>
      <Section title={<Trans>What you need</Trans>}>
        <Card>
          <Terms goods={goods} />
        </Card>
      </Section>
      <Section title={<Trans>If you change your mind</Trans>}>
        <Card>
          <p className="text-pretty">
            {kind === 'parcel' ? (
              <Trans>
                Until the parcel has shipped, you can request a refund of your gold coins. The operator then has a day
                to say that it has already shipped. Otherwise you automatically get all of them back.
              </Trans>
            ) : (
              <Trans>It's yours the moment you order, so it can't be refunded.</Trans>
            )}
          </p>
        </Card>
      </Section>
    </>
  )
}

function Terms({ goods: { points, stock, limit, had, levelNeeded, gives } }: { goods: PointsGoodsDetail }) {
  return (
    <Facts>
      <Fact name={<Trans>Price per item</Trans>}>
        <Coins value={points} />
      </Fact>
      {gives && (
        <Fact name={<Trans>One item gives</Trans>}>
          <Gives gives={gives} />
        </Fact>
      )}
      <Fact name={<Trans>Left in stock</Trans>}>{stock}</Fact>
      <Fact name={<Trans>Limit per member</Trans>}>
        {limit === 0 ? <Trans>none</Trans> : <Plural value={limit} one="# item" other="# items" />}
      </Fact>
      {had > 0 && (
        <Fact name={<Trans>You've had</Trans>}>
          <Plural value={had} one="# item" other="# items" />
        </Fact>
      )}
      <Fact name={<Trans>Level needed</Trans>}>
        {levelNeeded === 0 ? <Trans>none</Trans> : <Trans>Level {levelNeeded}</Trans>}
      </Fact>
    </Facts>
  )
}

function Gives({ gives }: { gives: NonNullable<PointsGoodsDetail['gives']> }): ReactNode {
  const { i18n } = useLingui()
  if (gives.of === 'lucky') return <Plural value={gives.amount} one="# Lucky Ball" other="# Lucky Balls" />
  const { type, value, minimum, savesAtMost, days, currency } = gives
  const percent = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <span className="flex flex-col items-end">
      <span>
        {type === 1 ? (
          <Trans>{percent.format(value / 10_000)} off one order</Trans>
        ) : (
          <Trans>
            <Money isOpen value={value} currency={currency} /> off one order
          </Trans>
        )}
      </span>
      {minimum > 0 && (
        <span>
          <Trans>
            from <Money isOpen value={minimum} currency={currency} />
          </Trans>
        </span>
      )}
      {savesAtMost !== null && (
        <span>
          <Trans>
            at most <Money isOpen value={savesAtMost} currency={currency} />
          </Trans>
        </span>
      )}
      <span>
        <Plural value={days} one="within # day" other="within # days" />
      </span>
    </span>
  )
}
