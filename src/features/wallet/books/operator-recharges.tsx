import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '#protocol/call.ts'
import type { operatorRecharges } from '#protocol/home.ts'
import { Section } from '../../../ui/card.tsx'
import { InfiniteList, pagesOf } from '../../../ui/infinite-list.tsx'
import { ListRow } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { rechargesOfOperators } from '../queries.ts'
import { useBudgetNames } from './budgets.ts'
import { useDate } from '../../../entities/use-when.ts'

type Recharge = Answer<typeof operatorRecharges>['items'][number]

/** The operator's own payments for prizes, pay and interest, and what it took back, payment by payment. */
export function OperatorRecharges() {
  const query = useInfiniteQuery(rechargesOfOperators)
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  return (
    <Section title={<Trans>Paid in by the operator</Trans>}>
      <p className="text-small text-ink-soft text-pretty">
        <Trans>Prizes, salaries and interest come from this money, never from what members paid.</Trans>
      </p>
      <QueryStates
        query={query}
        isEmpty={() => items.length === 0}
        empty={
          <p className="text-ink-soft">
            <Trans>The operator hasn't paid anything in yet.</Trans>
          </p>
        }
      >
        {() => (
          <InfiniteList items={items} keyOf={(it) => it.id} {...pagesOf(query)}>
            {(it) => <RechargeRow recharge={it} />}
          </InfiniteList>
        )}
      </QueryStates>
    </Section>
  )
}

function RechargeRow({ recharge: { operatorName, budget, amount, currency, at } }: { recharge: Recharge }) {
  const dateOf = useDate()
  const names = useBudgetNames()
  return (
    <ListRow
      start="coin"
      title={names[budget]}
      detail={amount < 0 ? <Trans>Taken back by {operatorName}</Trans> : operatorName}
      end={<Money isOpen value={amount} currency={currency} />}
      endDetail={dateOf(at)}
    />
  )
}
