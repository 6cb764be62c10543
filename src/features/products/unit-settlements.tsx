import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { UnitDetail } from '#protocol/products.ts'
import { Section } from '../../ui/card.tsx'
import { FractionsNote } from './fractions-note.tsx'
import { SettlementList } from './settlement-list.tsx'

const shownAtOnce = 5

/** A unit's last settlements, with a link to its income: a unit earns by day also before the first of them. */
export function UnitSettlements({
  unit: { id, settlements, currency },
}: {
  unit: Pick<UnitDetail, 'id' | 'settlements' | 'currency'>
}) {
  return (
    <Section
      title={<Trans>Settlements</Trans>}
      aside={
        <Link
          to="/subPages/product/myProductDetail2"
          search={{ id }}
          className="-me-2 inline-flex min-h-11 items-center rounded-md px-2 text-small font-strong text-accent-ink hover:bg-accent-soft"
        >
          {settlements.length > 0 ? <Trans>See all, with a chart</Trans> : <Trans>Earnings by day</Trans>}
        </Link>
      }
    >
      <SettlementList settlements={settlements.slice(0, shownAtOnce)} currency={currency} />
      {settlements.length > 0 && <FractionsNote />}
    </Section>
  )
}
