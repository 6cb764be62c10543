import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Screen } from '../../ui/screen.tsx'
import { ProductList } from './product-list.tsx'
import { categories } from './queries.ts'
import { listSearch } from './search.ts'

export const Route = createFileRoute('/subPages/product/list')({
  validateSearch: listSearch,
  component: ProductListScreen,
})

const route = getRouteApi('/subPages/product/list')

function ProductListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const category = useQuery(categories)
    .data?.items.flatMap((it) => [it, ...it.children])
    .find((it) => it.id === search.categoryId)
  return (
    <Screen title={category?.name} width="panes">
      <ProductList
        search={search}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
      />
    </Screen>
  )
}
