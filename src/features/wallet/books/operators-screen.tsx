import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { operatorBudgets, type Operator } from '#protocol/home.ts'
import { OperatorFacts } from '../../../entities/operator-facts.tsx'
import { operators } from '../../../entities/operators.ts'
import { BelowLoading } from '../../../ui/below-loading.tsx'
import { FeatureLink } from '../../../entities/feature-link.tsx'
import { Card, Section } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { operatorSearch } from '../search.ts'
import { useBudgetNames } from './budgets.ts'
import { OperatorRecharges } from './operator-recharges.tsx'

export const Route = createFileRoute('/pages/my/operators')({
  validateSearch: operatorSearch,
  component: OperatorsScreen,
})

const route = getRouteApi('/pages/my/operators')

/** Who runs the machines, and what they paid in; the operator that the address names stands first. */
function OperatorsScreen() {
  const { operator } = route.useSearch()
  const query = useQuery(operators)
  return (
    <Screen
      width="panes"
      lead={
        <Trans>
          Who runs the machines, under which licence, and what they paid in for prizes, salaries and interest.
        </Trans>
      }
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <QueryStates query={query} isEmpty={(it) => it.items.length === 0} empty={<Nobody />}>
          {({ items }) => (
            <div className="grid items-start gap-6 wide:grid-cols-2">
              {items
                .toSorted((a, b) => Number(b.id === operator) - Number(a.id === operator))
                .map((it) => (
                  <OperatorSection key={it.id} operator={it} />
                ))}
            </div>
          )}
        </QueryStates>
        <BelowLoading>
          <OperatorRecharges />
        </BelowLoading>
      </PullToRefresh>
    </Screen>
  )
}

function OperatorSection({ operator }: { operator: Operator }) {
  const { id, name, paidIn, currency } = operator
  const hasPaidIn = paidIn !== undefined && operatorBudgets.some((it) => paidIn[it] > 0)
  return (
    <Section title={<bdi>{name}</bdi>}>
      <Card>
        <div className="flex flex-col gap-3">
          <OperatorFacts operator={operator} />
          {hasPaidIn && <PaidIn paidIn={paidIn} currency={currency} />}
          <FeatureLink
            to="/pages/index/index"
            search={{ operator: id }}
            className="inline-flex min-h-11 items-center self-start font-strong text-accent-ink underline"
          >
            <Trans>Its machines in the Mall</Trans>
          </FeatureLink>
        </div>
      </Card>
    </Section>
  )
}

function PaidIn({ paidIn, currency }: { paidIn: NonNullable<Operator['paidIn']>; currency: string }) {
  const names = useBudgetNames()
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      <h3 className="font-strong">
        <Trans>Paid in so far</Trans>
      </h3>
      <Facts>
        {operatorBudgets.map((it) => (
          <Fact key={it} name={names[it]}>
            <Money isOpen value={paidIn[it]} currency={currency} />
          </Fact>
        ))}
      </Facts>
    </div>
  )
}

function Nobody() {
  return (
    <EmptyState art="nothing-found" title={<Trans>No operators yet</Trans>}>
      <Trans>You'll see operators here once their machines are on offer.</Trans>
    </EmptyState>
  )
}
