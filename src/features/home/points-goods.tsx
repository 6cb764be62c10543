import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pointMall } from '#protocol/pointsmall.ts'
import { readOf } from '../../cache/read-of.ts'
import { GoodsGrid } from '../../entities/goods-card.tsx'
import { useIsOff } from '../../entities/use-is-off.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { SectionStates } from '../../ui/section-states.tsx'

const few = readOf(pointMall, { limit: 4 })

/** A few of the goods to be had for gold coins, at the end of the Mall. */
export function PointsGoods() {
  const isOff = useIsOff('pointsmall')
  const query = useQuery({ ...few, enabled: !isOff })
  const isFirstTry = query.isLoading && query.errorUpdateCount === 0
  if (isOff || isFirstTry || query.data?.items.length === 0) return null
  return (
    <Section title={<Trans>For gold coins</Trans>}>
      <div className="flex flex-col gap-3">
        <SectionStates query={query}>{({ items }) => <GoodsGrid goods={items} />}</SectionStates>
        <Link to="/subPages/pointsmall/index" className={buttonClass({ look: 'quiet', wide: true })}>
          <Trans>See the points mall</Trans>
        </Link>
      </div>
    </Section>
  )
}
