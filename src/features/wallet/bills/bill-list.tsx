import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { typesOf } from '#protocol/bill-types.ts'
import { dayTotals, type Bill } from '#protocol/wallet.ts'
import { dayIn } from '../../../lib/dates.ts'
import { finder } from '../../../lib/find.ts'
import { billHistory } from '../../../cache/persistent/long-lists.ts'
import { useLongList } from '../../../cache/persistent/use-long-list.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { InfiniteList } from '../../../ui/infinite-list.tsx'
import { rowLinkClass } from '../../../ui/list-row.tsx'
import { ListSearch } from '../../../ui/list-search.tsx'
import { NothingFound } from '../../../ui/nothing-found.tsx'
import { PullToRefresh } from '../../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { ChooseRow, TwoPanes } from '../../../ui/two-panes.tsx'
import { useFarBelow } from '../../../ui/use-far-below.ts'
import { useWide } from '../../../ui/use-wide.ts'
import { SearchAndDays, TypeFilter, WalletBar } from './bill-filters.tsx'
import { daysOf } from '../../../lib/days-of.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { BillPanel } from './bill-panel.tsx'
import { BillRow } from './bill-row.tsx'
import { BillSheet } from './bill-sheet.tsx'
import { BillDayHead } from './day-head.tsx'
import { spanIn } from '../../../entities/day-span.ts'
import { fits, isOf, isSummary } from './bill-types.ts'
import { useBillSubject } from './bill-subject.ts'
import { useBillWords } from './bill-words.ts'
import { DepositList } from '../deposit/deposit-list.tsx'
import { EarningsList } from './earnings-list.tsx'
import { useMemberZone } from '../../../entities/profile.ts'
import type { BillSearch } from '../search.ts'
import { goesFurther, shownBills } from './shown-bills.ts'
import { useShownWallets } from './shown-wallets.ts'
import type { WalletDeed } from '../overview/wallet-actions.tsx'
import { WalletOverview } from '../overview/wallet-overview.tsx'

interface BillListProps {
  search: BillSearch
  onSearch: (change: Partial<BillSearch>) => void
  onDo: (deed: WalletDeed) => void
}

/** The wallets, or one of them, and every movement behind its balance. */
export function BillList({ search, onSearch, onDo }: BillListProps) {
  const wallets = useShownWallets()
  // A wallet that isn't shown (any more) is replaced by income, which every member has.
  const wallet = search.wallet === undefined ? undefined : (wallets.find((it) => it === search.wallet) ?? 'income')
  const type = typesOf(wallet).find((it) => it === search.type)
  const span = spanIn(search.range)
  const { query, items, more } = useLongList(billHistory)
  const { t, i18n } = useLingui()
  const words = useBillWords()
  const subjectOf = useBillSubject()
  // Made plain once for each language, however many letters are typed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const find = useMemo(() => finder<Bill>((it) => [words(it.kind), subjectOf(it)]), [i18n.locale])
  const [wanted, setWanted] = useState('')
  const zone = useMemberZone()
  const now = serverNow()
  const shown = shownBills(items, { wallet, type, span }, zone, now)
  const found = find(shown, wanted)
  const isWide = useWide()
  const asked = items.find((it) => it.id === search.selected)
  const hasMore = more.hasMore && goesFurther(items.at(-1), span, zone, now)
  const isFarBelow = useFarBelow(search.selected !== undefined && !asked && !query.isLoading, { ...more, hasMore })
  const first = isFarBelow ? undefined : found[0]
  const chosen = isWide && !isSummary(type) ? (found.find((it) => it.id === search.selected) ?? first) : undefined
  const today = dayIn(zone, now)
  const days = daysOf(found, zone)
  const own = items.filter((it) => fits(it, wallet, undefined) || it.wallet === 'pending')
  const types = typesOf(wallet).filter((it) => it === type || own.some((bill) => isOf(bill, it)))
  useNewTotals(query.data?.state.at)
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <TwoPanes detail={chosen && <BillPanel key={chosen.id} bill={chosen} />}>
        <div className="flex flex-col gap-3">
          <WalletBar wallets={wallets} wallet={wallet} onSearch={onSearch} />
          <WalletOverview wallet={wallet} newest={items.find((it) => it.kind === 'income')?.at} onDo={onDo} />
          {wallet === 'time-deposit' && <DepositList />}
          <TypeFilter key={wallet} type={type} types={types} onSearch={onSearch} />
          <SearchAndDays span={span} today={today} onSearch={onSearch}>
            {/* Its place is kept while the list loads: most lists are long enough for it. */}
            {query.isLoading && <div className="min-h-13" />}
            {!isSummary(type) && (
              <ListSearch
                label={t`Search transactions`}
                placeholder={t`Search`}
                of={shown.length}
                value={wanted}
                onChange={setWanted}
              />
            )}
          </SearchAndDays>
        </div>
        {isSummary(type) ? (
          <EarningsList kind={type} span={span} today={today} />
        ) : (
          <QueryStates
            query={query}
            isEmpty={() => shown.length === 0 && !hasMore}
            empty={
              span === undefined && type === undefined ? (
                <NoBills wallet={wallet} />
              ) : (
                <NoneOfThese onReset={() => onSearch({ range: undefined, type: undefined })} />
              )
            }
          >
            {() => (
              <>
                <InfiniteList
                  items={found}
                  keyOf={(it) => it.id}
                  {...more}
                  hasMore={hasMore}
                  end={found.length > 0 && <Trans>That's every transaction.</Trans>}
                >
                  {(it, index) => {
                    const choose = () => onSearch({ selected: it.id })
                    const row = <BillRow bill={it} hasWallet={wallet === undefined} zone={zone} />
                    const day = days[index]
                    return (
                      <>
                        {day !== undefined && day !== days[index - 1] && (
                          <BillDayHead
                            day={day}
                            today={today}
                            of={wanted === '' ? { wallet, type } : undefined}
                            list={query.data}
                            zone={zone}
                          />
                        )}
                        {isWide ? (
                          <ChooseRow isChosen={it.id === chosen?.id} onChoose={choose}>
                            {row}
                          </ChooseRow>
                        ) : (
                          <button type="button" onClick={choose} className={rowLinkClass}>
                            {row}
                          </button>
                        )}
                      </>
                    )
                  }}
                </InfiniteList>
                {found.length === 0 && !hasMore && <NothingFound wanted={wanted} />}
              </>
            )}
          </QueryStates>
        )}
      </TwoPanes>
      <BillSheet bill={isWide ? undefined : asked} onClose={() => onSearch({ selected: undefined })} />
    </PullToRefresh>
  )
}

/** Asks for the days' totals again once the list is newer: an older total isn't shown beside it. */
function useNewTotals(newest: number | undefined): void {
  const client = useQueryClient()
  const known = useRef(newest)
  useEffect(() => {
    if (known.current !== undefined && known.current !== newest)
      void client.invalidateQueries({ queryKey: [dayTotals.path] })
    known.current = newest
  }, [client, newest])
}

function NoBills({ wallet }: { wallet: BillSearch['wallet'] }) {
  const isIncome = wallet === 'income'
  return (
    <EmptyState
      art="no-income"
      title={<Trans>No transactions yet</Trans>}
      action={
        isIncome && (
          <Link to="/pages/index/my" className={buttonClass({ look: 'quiet' })}>
            <Trans>See what you can claim</Trans>
          </Link>
        )
      }
    >
      <Trans>You'll see every transaction of this wallet here, and where it came from.</Trans>
    </EmptyState>
  )
}

function NoneOfThese({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No transaction of this kind in this period</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show all transactions</Trans>
        </Button>
      }
    />
  )
}
