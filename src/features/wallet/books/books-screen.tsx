import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { BooksChecked } from './books-checked.tsx'
import { BooksOf } from './books-of.tsx'
import { OperatorRecharges } from './operator-recharges.tsx'
import { whereMoneyIs } from '../queries.ts'

export const Route = createFileRoute('/pages/my/books')({ component: BooksScreen })

/** The operator's totals, public for everybody, as of the last reconciliation. */
function BooksScreen() {
  const query = useQuery(whereMoneyIs)
  return (
    <Screen
      lead={
        <Trans>
          Everything that all members own here, everything the operator holds, and whether the one covers the other.
        </Trans>
      }
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} isEmpty={(it) => it === null} empty={<NotYet />}>
          {(it) =>
            it && (
              <div className="flex flex-col gap-6">
                <BooksChecked at={it.at} isSound={it.isSound} checks={it.checks} />
                {it.totals.map((totals) => (
                  <BooksOf key={totals.currency} totals={totals} />
                ))}
                <OperatorRecharges />
              </div>
            )
          }
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function NotYet() {
  return (
    <EmptyState art="nothing-found" title={<Trans>Not checked yet</Trans>}>
      <Trans>All books are gone through every night. The totals stand here after the first time.</Trans>
    </EmptyState>
  )
}
