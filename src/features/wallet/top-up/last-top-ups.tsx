import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { Section } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { List, ListRow, rowLinkClass } from '../../../ui/list-row.tsx'
import { Money } from '../../../ui/money.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { lastTopUps } from '../queries.ts'
import { useWhen } from '../../../entities/use-when.ts'

/** The top-ups of the last 7 days, each with a link to its bill. */
export function LastTopUps() {
  const { t } = useLingui()
  const when = useWhen()
  const query = useQuery(lastTopUps)
  return (
    <Section title={<Trans>Last 7 days</Trans>}>
      <QueryStates
        query={query}
        isEmpty={(it) => it.items.length === 0}
        empty={
          <EmptyState
            art="no-income"
            title={<Trans>No top-up in the last 7 days</Trans>}
            action={
              <Link
                to="/pages/my/historyList"
                search={{ wallet: 'recharge' }}
                className={buttonClass({ look: 'quiet' })}
              >
                <Trans>Show all transactions</Trans>
              </Link>
            }
          >
            <Trans>You'll see a top-up here as soon as it's credited.</Trans>
          </EmptyState>
        }
      >
        {({ items }) => (
          <List label={t`Top-ups of the last 7 days`}>
            {items.map((it) => (
              <li key={it.id}>
                <Link
                  to="/pages/my/historyList"
                  search={{ wallet: 'recharge', selected: it.id }}
                  className={rowLinkClass}
                >
                  <ListRow
                    leads
                    start="plus"
                    title={<Money value={it.amount} currency={it.currency} sign="always" />}
                    detail={
                      <time dateTime={it.at} className="figures">
                        {when(it.at)}
                      </time>
                    }
                  />
                </Link>
              </li>
            ))}
          </List>
        )}
      </QueryStates>
    </Section>
  )
}
