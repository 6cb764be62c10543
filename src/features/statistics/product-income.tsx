import type { DaySpan } from '../../entities/day-span.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { BoughtUnits } from './bought-units.tsx'
import { IncomeCard } from './income-card.tsx'
import { useEarnings, useWork } from './queries.ts'
import { WorkCard } from './work-card.tsx'

/** What the member's units of one product earned, unit by unit, and what its machine did. */
export function ProductIncome({ productId, span }: { productId: string; span: DaySpan }) {
  const earnings = useEarnings(span, { productId })
  const work = useWork(span, { productId })
  return (
    <>
      <QueryStates query={earnings} skeleton={<DetailSkeleton />}>
        {(it) => (
          <>
            <IncomeCard earnings={it} />
            {it.bought && <BoughtUnits bought={it.bought} currency={it.currency} />}
          </>
        )}
      </QueryStates>
      <QueryStates query={work} skeleton={<DetailSkeleton />}>
        {(it) => <WorkCard work={it} query={work} firstOwnedOn={earnings.data?.firstOwnedOn} />}
      </QueryStates>
    </>
  )
}
