import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UnitDetail } from '#protocol/products.ts'
import { Section } from '../../ui/card.tsx'
import { IconDisc, List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { vehicleChoices } from './queries.ts'

const shownMost = 8

/** The member's other vehicles that earn, to go on from one to the next. Renders nothing for who has no other. */
export function OtherVehicles({ unit }: { unit: UnitDetail }) {
  const { data } = useQuery({ ...vehicleChoices, enabled: unit.kind === 'vehicle' })
  // Several units of one machine are one vehicle; the first of them is enough.
  const others = (data?.items ?? []).filter(
    (it, n, all) =>
      it.active &&
      it.deviceNumber !== unit.deviceNumber &&
      all.findIndex((same) => same.active && same.deviceNumber === it.deviceNumber) === n,
  )
  if (others.length === 0) return null
  return (
    <Section title={<Trans>Your other vehicles</Trans>}>
      <List>
        {others.slice(0, shownMost).map(({ unitId, name, deviceNumber }) => (
          <li key={unitId}>
            <Link to="/subPages/product/myProductDetail" search={{ id: unitId }} className={rowLinkClass}>
              <ListRow start={<IconDisc name="car" />} title={name} detail={<bdi>{deviceNumber}</bdi>} leads />
            </Link>
          </li>
        ))}
      </List>
    </Section>
  )
}
