import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UnitDetail } from '#protocol/products.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Art } from '../../ui/art.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Money } from '../../ui/money.tsx'
import { productPath } from '../../entities/product-path.ts'
import { Percent, SettlementName } from '../../entities/product-words.tsx'
import { UnitStateChip } from '../../entities/unit-words.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { DayTime } from './day-time.tsx'
import { MachineClosed } from './machine-closed.tsx'
import { MachineNow } from './machine-now.tsx'
import { SessionTotals } from './session-totals.tsx'
import { SessionList } from './session-list.tsx'
import { TermRing } from './term-ring.tsx'
import { UnitIncome } from './unit-income.tsx'
import { UnitSettlements } from './unit-settlements.tsx'

/** All that is known of a unit: its income, and the work of its machine. */
export function UnitPanel({ unit }: { unit: UnitDetail }) {
  const { id, name, art, picture, settlementType, sessions } = unit
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex min-w-0 flex-[1_1_9rem] flex-col items-start gap-2">
            <span className="w-40 max-w-full">
              <Art name={art} product={name} picture={picture} label={name} />
            </span>
            <span className="flex flex-wrap gap-2">
              <UnitStateChip unit={unit} />
              <Chip icon="calendar">
                <SettlementName type={settlementType} />
              </Chip>
            </span>
          </div>
          <TermRing unit={unit} />
        </div>
      </Card>
      {unit.closing && <MachineClosed closing={unit.closing} currency={unit.currency} />}
      <UnitIncome unit={unit} />
      <MachineNow unit={unit} />
      <Section title={<Trans>What the machine did</Trans>}>
        <SessionTotals unitId={id} />
        <SessionList unitId={id} first={sessions} />
      </Section>
      <UnitSettlements unit={unit} />
      <Section title={<Trans>The unit</Trans>}>
        <Card>
          <UnitFacts unit={unit} />
        </Card>
      </Section>
      <CancelOrder unit={unit} />
    </>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-strong text-accent-ink underline'

function UnitFacts({
  unit: {
    price,
    currency,
    deviceNumber,
    operatorName,
    operatorId,
    memberShareBp,
    unitsTotal,
    activeFrom,
    expiresAt,
    productId,
    kind,
  },
}: {
  unit: UnitDetail
}) {
  return (
    <>
      <Facts>
        <Fact name={<Trans>Price per unit</Trans>}>
          <Money value={price} currency={currency} />
        </Fact>
        <Fact name={<Trans>Your share</Trans>}>
          <Trans>
            <Percent bp={memberShareBp} /> shared by {unitsTotal} units
          </Trans>
        </Fact>
        <Fact name={<Trans>Earns since</Trans>}>
          <DayTime at={activeFrom} />
        </Fact>
        <Fact name={<Trans>Earns until</Trans>}>
          <DayTime at={expiresAt} />
        </Fact>
        <Fact name={<Trans>Machine number</Trans>}>
          <bdi>{deviceNumber}</bdi>
        </Fact>
        {operatorName !== undefined && (
          <Fact name={<Trans>Run by</Trans>}>
            <Link to="/pages/my/operators" search={{ operator: operatorId }} className={linkClass}>
              {operatorName}
            </Link>
          </Fact>
        )}
      </Facts>
      <FeatureLink to={productPath(kind)} search={{ id: productId }} className={classNames('mt-2', linkClass)}>
        <Trans>See the offer</Trans>
      </FeatureLink>
    </>
  )
}
