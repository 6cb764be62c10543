import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pointMall } from '#protocol/pointsmall.ts'
import { readOf } from '../../cache/read-of.ts'
import { GoodsGrid } from '../../entities/goods-card.tsx'
import { useIsOff } from '../../entities/use-is-off.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'

const few = readOf(pointMall, { limit: 4 })

/** A few of the goods to be had for gold coins, at the end of the Mall. */
export function PointsGoods() {
  const isOff = useIsOff('pointsmall')
  const goods = useQuery({ ...few, enabled: !isOff }).data?.items ?? []
  if (isOff || goods.length === 0) return null
  return (
    <Section title={<Trans>For gold coins</Trans>}>
      <div className="flex flex-col gap-3">
        <GoodsGrid goods={goods} />
        <Link to="/subPages/pointsmall/index" className={buttonClass({ look: 'quiet', wide: true })}>
          <Trans>See the points mall</Trans>
        </Link>
      </div>
    </Section>
  )
}
