import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { Money } from '../../ui/money.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useReceipts } from './commands.ts'
import { PayRow } from './pay-row.tsx'
import { payStateOf } from './pay-state.ts'
import { pay } from './queries.ts'

export const Route = createFileRoute('/subPages/salary/list')({ component: SalaryListScreen })

/** The salary of the contract by weeks, and the button that receives it. */
function SalaryListScreen() {
  const query = useInfiniteQuery(pay)
  const receipts = useReceipts()
  return (
    <Screen>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} isEmpty={({ pages }) => pages[0]?.items.length === 0} empty={<NoPay />}>
          {({ pages: [first, ...rest] }) =>
            first && (
              <div className="flex flex-col gap-6">
                <Sums currency={first.currency} receivable={first.receivable} received={first.received} />
                <div className="text-small">
                  <p className="text-ink-soft text-pretty">
                    <Trans>
                      Your salary comes from the operator's salary account, which holds the operator's own money. It
                      goes into your income wallet once the server confirms it.
                    </Trans>
                  </p>
                  <Link
                    to="/subPages/contract/view"
                    className="inline-flex min-h-11 items-center text-accent-ink underline"
                  >
                    <Trans>See the contract</Trans>
                  </Link>
                </div>
                <InfiniteList
                  items={[first, ...rest].flatMap((it) => it.items)}
                  keyOf={(it) => it.id}
                  {...pagesOf(query)}
                >
                  {(it) => <PayRow bill={it} receipt={payStateOf(it, receipts)} />}
                </InfiniteList>
              </div>
            )
          }
        </QueryStates>
      </PullToRefresh>
    </Screen>
  )
}

function Sums({ currency, receivable, received }: { currency: string; receivable: number; received: number }) {
  return (
    <Card>
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>To claim</Trans>
          </span>
          <Money value={receivable} currency={currency} size="large" />
        </p>
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Claimed so far</Trans>
          </span>
          <Money value={received} currency={currency} size="title" />
        </p>
      </div>
    </Card>
  )
}

function NoPay() {
  return (
    <EmptyState
      art="no-contracts"
      title={<Trans>No salary yet</Trans>}
      action={
        <Link to="/subPages/contract/view" className={buttonClass({ look: 'quiet' })}>
          <Trans>See the contract</Trans>
        </Link>
      }
    >
      <Trans>Once your contract is signed and approved, you'll see each full week of work here after its Sunday.</Trans>
    </EmptyState>
  )
}
