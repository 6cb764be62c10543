import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TimeDeposit } from '#protocol/deposits.ts'
import { Section } from '../../../ui/card.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { ShowEarlier } from '../../../entities/show-earlier.tsx'
import { DepositRow } from './deposit-row.tsx'
import { deposits } from '../queries.ts'

/** The member's time deposits: first the running ones, of which the soonest to end, then the ended ones. */
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
            {runningFirst(pages.flatMap((it) => it.items)).map((it) => (
              <DepositRow key={it.id} deposit={it} />
            ))}
            <ShowEarlier query={query} />
          </>
        )}
      </QueryStates>
    </Section>
  )
}

/** One that ended between the reading of two pages is on both: the later one tells. */
export function runningFirst(deposits: readonly TimeDeposit[]): TimeDeposit[] {
  const each = [...new Map(deposits.map((it) => [it.id, it])).values()]
  const running = each.filter((it) => it.state === 'running')
  return [
    ...running.toSorted((a, b) => a.maturesAt.localeCompare(b.maturesAt)),
    ...each.filter((it) => it.state !== 'running'),
  ]
}
