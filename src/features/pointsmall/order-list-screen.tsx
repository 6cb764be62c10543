import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Screen } from '../../ui/screen.tsx'
import { PointsOrderList } from './order-list.tsx'
import { orderListSearch } from './search.ts'

export const Route = createFileRoute('/subPages/pointsmall/orderList')({
  validateSearch: orderListSearch,
  component: PointsOrderListScreen,
})

const route = getRouteApi('/subPages/pointsmall/orderList')

function PointsOrderListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen width="panes">
      <PointsOrderList
        search={search}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
      />
    </Screen>
  )
}
