import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { List, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { BooksChecked } from './books-checked.tsx'
import { BooksOf } from './books-of.tsx'
import { whereMoneyIs } from '../queries.ts'

export const Route = createFileRoute('/pages/my/books')({ component: BooksScreen })

/** The operator's totals, public for everybody, as of the last reconciliation. */
function BooksScreen() {
  const query = useQuery(whereMoneyIs)
  return (
    <Screen
      lead={<Trans>What all members own, what the operator holds, and whether it's enough to pay everyone.</Trans>}
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
                <ToOperators />
              </div>
            )
          }
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function ToOperators() {
  return (
    <List>
      <li>
        <Link to="/pages/my/operators" className={rowLinkClass}>
          <ListRow
            start="car"
            title={<Trans>Operators</Trans>}
            detail={<Trans>Who runs the machines, and what they paid in</Trans>}
            leads
          />
        </Link>
      </li>
    </List>
  )
}

function NotYet() {
  return (
    <EmptyState art="nothing-found" title={<Trans>Not checked yet</Trans>}>
      <Trans>All books are checked every night. You'll see the totals here after the first check.</Trans>
    </EmptyState>
  )
}
