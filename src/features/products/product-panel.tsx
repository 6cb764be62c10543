import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProductDetail } from '#protocol/products.ts'
import { Art } from '../../ui/art.tsx'
import { BelowFold } from '../../ui/below-fold.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { MachineClosedChip } from '../../entities/machine-closed-chip.tsx'
import { Percent, ServiceStateChip, SettlementName, Validity } from '../../entities/product-words.tsx'
import { CancelWithin } from './cancel-within.tsx'
import { OfferNow } from './offer-now.tsx'
import { OthersLikeThis } from './others-like-this.tsx'
import { MachineClosed } from './machine-closed.tsx'
import { EarnedAndProjected } from './earned-and-projected.tsx'
import { RevenueChart } from './revenue-chart.tsx'

/** All that is known of a product, real earnings before projected ones. */
export function ProductPanel({ product }: { product: ProductDetail }) {
  const { name, edition, art, picture, description, serviceState, settlementType } = product
  return (
    <>
      <div className="overflow-hidden rounded-lg bg-surface shadow-card">
        <div className="bg-sunken p-4">
          <Art name={art} product={name} picture={picture} size="hero" label={name} />
        </div>
        <div className="flex flex-col gap-3 p-4">
          <div className="flex flex-wrap gap-2">
            {product.closed ? <MachineClosedChip /> : <ServiceStateChip state={serviceState} />}
            <Chip>{edition}</Chip>
            <Chip icon="calendar">
              <SettlementName type={settlementType} />
            </Chip>
          </div>
          <p className="text-pretty">{description}</p>
        </div>
      </div>
      {product.closed && <MachineClosed closing={product.closed} currency={product.currency} />}
      <EarnedAndProjected product={product} />
      <BelowFold>
        <Rest product={product} />
      </BelowFold>
    </>
  )
}

function Rest({ product }: { product: ProductDetail }) {
  const { history, currency } = product
  return (
    <>
      <Section title={<Trans>Machine revenue</Trans>}>
        <Card>
          <RevenueChart history={history} currency={currency} />
        </Card>
      </Section>
      <Section title={<Trans>Terms</Trans>}>
        <Card>
          <Terms product={product} />
        </Card>
      </Section>
      <Section title={<Trans>Specification</Trans>}>
        <Card>
          <Specification product={product} />
        </Card>
      </Section>
      <Section title={<Trans>Where it works</Trans>}>
        <Card>
          <Where product={product} />
        </Card>
      </Section>
      <OthersLikeThis id={product.id} />
    </>
  )
}

function Terms({ product }: { product: ProductDetail }) {
  const {
    price,
    currency,
    validityDays,
    validityPeriods,
    settlementType,
    stock,
    unitsTotal,
    purchaseLimit,
    held,
    levelNeeded,
    memberShareBp,
    cancellationHours,
    giftPoints,
  } = product
  return (
    <Facts>
      <Fact name={<Trans>Price per unit</Trans>}>
        <Money isOpen value={price} currency={currency} />
      </Fact>
      <Fact name={<Trans>Earns for</Trans>}>
        <Validity days={validityDays} periods={validityPeriods} type={settlementType} />
      </Fact>
      <Fact name={<Trans>Settlement</Trans>}>
        <SettlementName type={settlementType} />
      </Fact>
      <Fact name={<Trans>Operator's fee</Trans>}>
        <Trans>
          <Percent bp={10_000 - memberShareBp} /> of the revenue
        </Trans>
      </Fact>
      <Fact name={<Trans>Your share</Trans>}>
        <Trans>
          <Percent bp={memberShareBp} /> shared by {unitsTotal} units
        </Trans>
      </Fact>
      <Fact name={<Trans>Units left</Trans>}>
        <Trans>
          {stock} of {unitsTotal}
        </Trans>
      </Fact>
      <Fact name={<Trans>Limit per member</Trans>}>
        {purchaseLimit === 0 ? <Trans>none</Trans> : <Plural value={purchaseLimit} one="# unit" other="# units" />}
      </Fact>
      {held > 0 && (
        <Fact name={<Trans>You have</Trans>}>
          <Plural value={held} one="# unit" other="# units" />
        </Fact>
      )}
      <Fact name={<Trans>Level needed</Trans>}>
        {levelNeeded === 0 ? <Trans>none</Trans> : <Trans>Level {levelNeeded}</Trans>}
      </Fact>
      <Fact name={<Trans>Cancel within</Trans>}>
        <CancelWithin hours={cancellationHours} />
      </Fact>
      {giftPoints > 0 && (
        <Fact name={<Trans>Gift per unit</Trans>}>
          <Plural value={giftPoints} one="# gold coin" other="# gold coins" />
        </Fact>
      )}
    </Facts>
  )
}

function Specification({ product: { specification, deviceNumber } }: { product: ProductDetail }) {
  return (
    <Facts>
      <Fact name={<Trans>Machine number</Trans>}>{deviceNumber}</Fact>
      {specification.map((it) => (
        <Fact key={it.label} name={it.label}>
          {it.value}
        </Fact>
      ))}
    </Facts>
  )
}

function Where({ product }: { product: ProductDetail }) {
  const { operatorName, operatorId, closed } = product
  return (
    <Facts>
      <Fact name={<Trans>Run by</Trans>}>
        <Link to="/pages/my/operators" search={{ operator: operatorId }} className={linkClass}>
          {operatorName}
        </Link>
      </Fact>
      {!closed && <Place product={product} />}
    </Facts>
  )
}

function Place({ product }: { product: ProductDetail }) {
  const { name, position } = product
  return (
    <>
      <Fact name={<Trans>Place</Trans>}>
        {position === null ? (
          <Trans>Not stated by the operator</Trans>
        ) : (
          <FeatureLink
            to="/open-location"
            search={{
              latitude: position.latitude,
              longitude: position.longitude,
              name,
              address: position.place || undefined,
            }}
            className={`${linkClass} gap-1.5`}
            otherwise={position.place || <Trans>Not stated by the operator</Trans>}
          >
            <Icon name="map-pin" size="tiny" />
            {position.place || <Trans>On the map</Trans>}
          </FeatureLink>
        )}
      </Fact>
      {position !== null && (
        <Fact name={<Trans>Coordinates</Trans>}>
          <bdi dir="ltr">
            {position.latitude.toFixed(4)}, {position.longitude.toFixed(4)}
          </bdi>
        </Fact>
      )}
      <OfferNow product={product} />
    </>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-strong text-accent-ink underline'
