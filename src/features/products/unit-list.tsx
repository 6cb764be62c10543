import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UnitCard } from '#protocol/products.ts'
import { machineKinds } from '#protocol/words.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList, pagesOf } from '../../ui/infinite-list.tsx'
import { rowLinkClass } from '../../ui/list-row.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { ChooseRow, TwoPanes } from '../../ui/two-panes.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { GroupRow } from './group-row.tsx'
import { NoUnits } from './no-units.tsx'
import { unitsOf } from './queries.ts'
import { unitStatuses, type UnitListSearch } from './search.ts'
import { SelectedUnit } from './selected-unit.tsx'
import { groupedUnits, type UnitGroup } from './unit-groups.ts'
import { UnitRow } from './unit-row.tsx'

interface UnitListProps {
  search: UnitListSearch
  onSearch: (change: Partial<UnitListSearch>) => void
}

/** The member's units; on a wide screen the chosen unit is shown beside them. */
export function UnitList({ search: { status, kind, selected }, onSearch }: UnitListProps) {
  const { t } = useLingui()
  const query = useInfiniteQuery(unitsOf({ status, kind }))
  const isWide = useWide()
  const items = query.data?.pages.flatMap((it) => it.items) ?? []
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const chosen = isWide ? (items.find((it) => it.id === selected) ?? items[0]) : undefined
  // On a wide screen the unit beside the list is one of its rows.
  const isOpen = ({ key, units }: UnitGroup) => opened.get(key) ?? units.some((it) => it === chosen)
  const rows = groupedUnits(items, { hasMore: query.hasNextPage, isOpen })
  const kinds = { all: t`All kinds`, vehicle: t`Vehicles`, pile: t`Charging piles` }
  const names = {
    all: t`All`,
    active: t`Earning`,
    expired: t`Ended`,
    cancelled: t({ message: 'Cancelled', context: 'unit' }),
  }
  return (
    <PullToRefresh onRefresh={() => query.refetch()}>
      <TwoPanes detail={chosen && <SelectedUnit key={chosen.id} unit={chosen} />}>
        <FilterBar
          label={t`Show`}
          value={status ?? 'all'}
          onChange={(next) => onSearch({ status: next === 'all' ? undefined : next, selected: undefined })}
          options={(['all', ...unitStatuses] as const).map((value) => ({ value, text: names[value] }))}
        />
        <FilterBar
          label={t`Kind`}
          value={kind ?? 'all'}
          onChange={(next) => onSearch({ kind: next === 'all' ? undefined : next, selected: undefined })}
          options={(['all', ...machineKinds] as const).map((value) => ({ value, text: kinds[value] }))}
        />
        <QueryStates
          query={query}
          isEmpty={() => items.length === 0}
          empty={
            status === undefined && kind === undefined ? (
              <NoUnits />
            ) : (
              <NothingFits onReset={() => onSearch({ status: undefined, kind: undefined })} />
            )
          }
        >
          {() => (
            <InfiniteList
              items={rows}
              keyOf={(it) => (it.kind === 'group' ? it.group.key : it.unit.id)}
              {...pagesOf(query)}
            >
              {(it) =>
                it.kind === 'group' ? (
                  <GroupRow
                    group={it.group}
                    isOpen={isOpen(it.group)}
                    onToggle={() => setOpened(new Map(opened).set(it.group.key, !isOpen(it.group)))}
                  />
                ) : (
                  <div className={it.isInGroup ? 'border-s-4 border-accent-soft ps-2' : undefined}>
                    {isWide ? (
                      <ChooseRow
                        isChosen={it.unit.id === chosen?.id}
                        onChoose={() => onSearch({ selected: it.unit.id })}
                      >
                        <UnitRow unit={it.unit} />
                      </ChooseRow>
                    ) : (
                      <OpenRow unit={it.unit} />
                    )}
                  </div>
                )
              }
            </InfiniteList>
          )}
        </QueryStates>
      </TwoPanes>
    </PullToRefresh>
  )
}

function OpenRow({ unit }: { unit: UnitCard }) {
  return (
    <Link to="/subPages/product/myProductDetail" search={{ id: unit.id }} className={rowLinkClass}>
      <UnitRow unit={unit} />
    </Link>
  )
}

function NothingFits({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matching products</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show all of them</Trans>
        </Button>
      }
    >
      <Trans>You have no products in this state.</Trans>
    </EmptyState>
  )
}
