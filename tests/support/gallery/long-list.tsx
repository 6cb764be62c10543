import { useState } from 'react'
import { InfiniteList } from '#src/ui/infinite-list.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { PullToRefresh } from '#src/ui/pull-to-refresh.tsx'
import { Screen } from '#src/ui/screen.tsx'

const PAGE = 200
const MOST = 600

export function LongList() {
  const [count, setCount] = useState(PAGE)
  const [refreshed, setRefreshed] = useState(0)
  const items = Array.from({ length: count }, (_, place) => `Bill ${place + 1}`)
  return (
    <Screen title="Bills">
      <output className="wrap-anywhere">{refreshed}</output>
      <PullToRefresh onRefresh={() => Promise.resolve().then(() => setRefreshed((it) => it + 1))}>
        <InfiniteList
          items={items}
          keyOf={(it) => it}
          hasMore={count < MOST}
          isLoadingMore={false}
          onMore={() => setCount(Math.min(MOST, count + PAGE))}
          end="That is all"
        >
          {(item) => <ListRow title={item} start="receipt" />}
        </InfiniteList>
      </PullToRefresh>
    </Screen>
  )
}
