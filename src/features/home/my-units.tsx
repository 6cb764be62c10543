import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UnitCard } from '#protocol/products.ts'
import { Art } from '../../ui/art.tsx'
import { FirstInSight } from '../../ui/below-fold.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { SectionLink } from '../../ui/section-link.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { UnitSparkline, UnitStateChip } from '../../entities/unit-words.tsx'
import { holdings } from './first-reads.ts'
import { ownMachines } from './queries.ts'

/** The member's machines in a row: whether they run, and the last month's income of one unit of each. */
export function MyUnits() {
  const query = useQuery(ownMachines)
  return (
    <Section title={<Trans>My products</Trans>} aside={<AllLink />}>
      <QueryStates
        query={query}
        skeleton={<StripSkeleton />}
        isEmpty={({ items }) => items.length === 0}
        empty={<NoneEarns />}
      >
        {({ items }) => (
          <ul className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] wide:mx-0 wide:px-0">
            <FirstInSight count={3}>
              {items.map((it) => (
                <li key={it.id} className="w-44 shrink-0">
                  <UnitTile unit={it} />
                </li>
              ))}
            </FirstInSight>
          </ul>
        )}
      </QueryStates>
    </Section>
  )
}

function UnitTile({ unit }: { unit: UnitCard }) {
  return (
    <Link
      to="/subPages/product/myProductDetail"
      search={{ id: unit.id }}
      className="flex h-full flex-col gap-2 rounded-lg bg-surface p-3 shadow-card transition-shadow duration-(--quick) hover:shadow-float"
    >
      <Art name={unit.art} product={unit.name} picture={unit.picture} />
      <span className="font-strong text-balance">{unit.name}</span>
      <span className="mt-auto block">
        <UnitStateChip unit={unit} />
      </span>
      <UnitSparkline unit={unit} />
    </Link>
  )
}

function AllLink() {
  return (
    <SectionLink to="/subPages/product/myProduct">
      <Trans>All my products</Trans>
    </SectionLink>
  )
}

/** In place of the list: the member has bought no machine yet, or none that still earns. */
function NoneEarns() {
  const owned = useQuery(holdings).data?.units ?? 0
  const isMallOff = useIsPageOff('/pages/index/index')
  return (
    <Card>
      <p className="text-ink-soft text-pretty">
        {owned > 0 ? (
          <Trans>None of your machines is earning now: their terms have ended, or their purchase was cancelled.</Trans>
        ) : isMallOff ? (
          <Trans>You don't own a machine yet</Trans>
        ) : (
          <Trans>You don't own a machine yet. Each one shows what its units really earned, before you buy.</Trans>
        )}
      </p>
      {!isMallOff && (
        <Link to="/pages/index/index" className={`${buttonClass({ look: 'quiet', size: 'small' })} mt-3`}>
          {owned > 0 ? <Trans>Choose a machine</Trans> : <Trans>Choose a first machine</Trans>}
        </Link>
      )}
    </Card>
  )
}

function StripSkeleton() {
  return (
    <Skeleton>
      <div aria-hidden className="flex gap-3 overflow-hidden">
        {[0, 1, 2].map((it) => (
          <BlockBone key={it} shape="h-56 w-44 shrink-0 rounded-lg!" />
        ))}
      </div>
    </Skeleton>
  )
}
