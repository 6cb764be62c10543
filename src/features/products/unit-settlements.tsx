import { Trans } from '@lingui/react/macro'
import type { UnitDetail } from '#protocol/products.ts'
import { Section } from '../../ui/card.tsx'
import { SectionLink } from '../../ui/section-link.tsx'
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
        <SectionLink to="/subPages/product/myProductDetail2" search={{ id }}>
          {settlements.length > 0 ? <Trans>See all, with a chart</Trans> : <Trans>Earnings by day</Trans>}
        </SectionLink>
      }
    >
      <SettlementList settlements={settlements.slice(0, shownAtOnce)} currency={currency} />
      {settlements.length > 0 && <FractionsNote />}
    </Section>
  )
}
