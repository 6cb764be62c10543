import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailPane, TwoPanes } from '../../ui/two-panes.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { BillPanel } from './bill-panel.tsx'
import { BillRow } from './bill-row.tsx'
import { stateOf, useBillWords } from './bill-words.ts'
import { bankCards } from '../../entities/bank-cards.ts'
import { billStates, repaymentSearch, type RepaymentSearch } from './search.ts'
import { billsByDay } from './bills-by-day.ts'

export const Route = createFileRoute('/subPages/repayment/index')({
  validateSearch: repaymentSearch,
  component: RepaymentScreen,
})

const route = getRouteApi('/subPages/repayment/index')

/**
 * The bills of all cards. The bill that the URL names replaces the list on a phone and stands beside it on a wide
 * screen, in the same place of the tree: what is typed about it stays when the phone is turned.
 */
function RepaymentScreen() {
  const query = useQuery(bankCards)
  const isWide = useWide()
  const { bill: wanted, state } = route.useSearch()
  const navigate = route.useNavigate()
  const all = billsByDay(query.data?.items ?? [])
  const shown = state === undefined ? all : all.filter(({ bill }) => stateOf(bill) === state)
  const asked = all.find(({ bill }) => bill.id === wanted)
  const isAlone = !isWide && wanted !== undefined
  const chosen = isWide ? (asked ?? shown[0]) : asked
  const choose = (bill: string) =>
    void navigate({ search: (old) => ({ ...old, bill }), replace: true, resetScroll: false })
  const keep = (bill: string) => {
    if (wanted !== bill) choose(bill)
  }
  return (
    <Screen width={isAlone ? 'form' : 'panes'}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <TwoPanes
          detail={
            chosen && (
              <DetailPane
                key={chosen.bill.id}
                title={
                  <Trans>
                    Bill for <bdi dir="ltr">{chosen.card.numberMasked}</bdi>
                  </Trans>
                }
              >
                {/* What stands here unasked is the chosen bill once it is repaid or something is typed. */}
                <div className="contents" onChange={() => keep(chosen.bill.id)} onSubmit={() => keep(chosen.bill.id)}>
                  <BillPanel {...chosen} />
                </div>
              </DetailPane>
            )
          }
        >
          {isAlone ? (
            <QueryStates query={query}>{() => !asked && <NoBill />}</QueryStates>
          ) : (
            <>
              {all.length > 0 && <StateFilter state={state} />}
              <QueryStates
                query={query}
                isEmpty={() => shown.length === 0}
                empty={
                  all.length === 0 ? (
                    <NoBills />
                  ) : (
                    <NoneOfThese onReset={() => void navigate({ search: {}, replace: true })} />
                  )
                }
              >
                {() => <BillList shown={shown} {...(isWide && { chosen: chosen?.bill.id, onChoose: choose })} />}
              </QueryStates>
            </>
          )}
        </TwoPanes>
      </PullToRefresh>
    </Screen>
  )
}

function StateFilter({ state }: { state: RepaymentSearch['state'] }) {
  const { t } = useLingui()
  const words = useBillWords()
  const navigate = route.useNavigate()
  return (
    <FilterBar
      label={t`Show`}
      value={state ?? 'all'}
      onChange={(next) =>
        void navigate({ search: next === 'all' ? {} : { state: next }, replace: true, resetScroll: false })
      }
      options={[{ value: 'all', text: t`All` }, ...billStates.map((it) => ({ value: it, text: words[it].name }))]}
    />
  )
}

interface BillListProps {
  shown: ReturnType<typeof billsByDay>
  /** Both where a wide screen has the chosen bill beside the list. */
  chosen?: string | undefined
  onChoose?: (id: string) => void
}

function BillList({ shown, chosen, onChoose }: BillListProps) {
  const { t } = useLingui()
  return (
    <List label={t`Card bills`}>
      {shown.map((it) => (
        <li key={it.bill.id}>
          <BillRow
            {...it}
            pane={onChoose && { isChosen: it.bill.id === chosen, onChoose: () => onChoose(it.bill.id) }}
          />
        </li>
      ))}
    </List>
  )
}

function NoBills() {
  return (
    <EmptyState
      art="no-cards"
      title={<Trans>No card bills</Trans>}
      action={
        <Link to="/subPages/card/list" className={buttonClass({ look: 'quiet' })}>
          <Trans>See my cards</Trans>
        </Link>
      }
    >
      <Trans>If a card costs a fee, you'll see its bill here with the due date. You can repay it from a wallet.</Trans>
    </EmptyState>
  )
}

function NoneOfThese({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>None in this state</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show all bills</Trans>
        </Button>
      }
    />
  )
}

function NoBill() {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>This bill wasn't found</Trans>}
      action={
        <Link to="/subPages/repayment/index" replace className={buttonClass({ look: 'quiet' })}>
          <Trans>All card bills</Trans>
        </Link>
      }
    >
      <Trans>It was repaid a while ago, or its card was removed.</Trans>
    </EmptyState>
  )
}
