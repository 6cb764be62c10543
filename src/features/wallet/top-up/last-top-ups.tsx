import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card, Section } from '../../../ui/card.tsx'
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
          <Card>
            <p className="text-ink-soft">
              <Trans>No top-up in the last 7 days.</Trans>
            </p>
          </Card>
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
