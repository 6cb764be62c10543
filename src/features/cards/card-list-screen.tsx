import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { List } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailPane, TwoPanes } from '../../ui/two-panes.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { CardPanel } from './card-panel.tsx'
import { CardRow } from './card-row.tsx'
import { bankCards } from '../../entities/bank-cards.ts'
import { cardListSearch } from './search.ts'

export const Route = createFileRoute('/subPages/card/list')({
  validateSearch: cardListSearch,
  component: CardListScreen,
})

const route = getRouteApi('/subPages/card/list')

/** The member's cards; from 900 px the chosen card is shown beside the list. */
function CardListScreen() {
  const { t } = useLingui()
  const query = useQuery(bankCards)
  const isWide = useWide()
  const { selected } = route.useSearch()
  const navigate = route.useNavigate()
  const items = query.data?.items ?? []
  const hasBills = items.some((it) => it.bills.length > 0)
  const chosen = isWide ? (items.find((it) => it.id === selected) ?? items[0]) : undefined
  const choose = (id: string) => void navigate({ search: { selected: id }, replace: true, resetScroll: false })
  return (
    <Screen
      width="panes"
      actions={hasBills && <IconLink to="/subPages/repayment/index" icon="receipt" label={t`Card bills`} />}
      bottom={!isWide && <AddLink />}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <TwoPanes
          detail={
            chosen && (
              <DetailPane key={chosen.id} title={chosen.bankName}>
                <CardPanel card={chosen} />
              </DetailPane>
            )
          }
        >
          <QueryStates query={query} isEmpty={() => items.length === 0} empty={<NoCards />}>
            {() => (
              <List label={t`Bank cards`}>
                {items.map((it) => (
                  <li key={it.id}>
                    <CardRow
                      card={it}
                      pane={isWide ? { isChosen: it.id === chosen?.id, onChoose: () => choose(it.id) } : undefined}
                    />
                  </li>
                ))}
              </List>
            )}
          </QueryStates>
          {isWide && <AddLink />}
        </TwoPanes>
      </PullToRefresh>
    </Screen>
  )
}

function AddLink() {
  return (
    <Link to="/subPages/card/addCard" className={buttonClass({ wide: true })}>
      <Icon name="plus" size="small" />
      <Trans>Add card</Trans>
    </Link>
  )
}

function NoCards() {
  return (
    <EmptyState art="no-cards" title={<Trans>No card yet</Trans>}>
      <Trans>Withdrawals go to your bank card. Its number is encrypted and never shown here, not even to you.</Trans>
    </EmptyState>
  )
}
