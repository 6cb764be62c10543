import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Section } from '../../../ui/card.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { ShowEarlier } from '../../../entities/show-earlier.tsx'
import { DepositRow } from './deposit-row.tsx'
import { deposits } from '../queries.ts'

/** The member's time deposits: first the running ones, then the ended ones. */
export function DepositList() {
  const query = useInfiniteQuery(deposits)
  return (
    <Section title={<Trans>Your deposits</Trans>}>
      <QueryStates
        query={query}
        isEmpty={({ pages }) => pages.every((it) => it.items.length === 0)}
        empty={
          <p className="text-ink-soft">
            <Trans>No deposits yet. A deposit holds your own money for a term and pays interest at the end.</Trans>
          </p>
        }
      >
        {({ pages }) => (
          <>
            {pages
              .flatMap((it) => it.items)
              .toSorted((a, b) => Number(b.state === 'running') - Number(a.state === 'running'))
              .map((it) => (
                <DepositRow key={it.id} deposit={it} />
              ))}
            <ShowEarlier query={query} />
          </>
        )}
      </QueryStates>
    </Section>
  )
}
