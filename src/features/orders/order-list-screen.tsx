import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Screen } from '../../ui/screen.tsx'
import { OrderList } from './order-list.tsx'
import { orderListSearch } from './search.ts'

export const Route = createFileRoute('/pages/my/productOrderList')({
  validateSearch: orderListSearch,
  component: OrderListScreen,
})

const route = getRouteApi('/pages/my/productOrderList')

function OrderListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen width="panes">
      <OrderList
        search={search}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
      />
    </Screen>
  )
}
