import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { Screen } from '../../ui/screen.tsx'
import { unitListSearch } from './search.ts'
import { UnitList } from './unit-list.tsx'

export const Route = createFileRoute('/subPages/product/myProduct')({
  validateSearch: unitListSearch,
  component: MyProductListScreen,
})

const route = getRouteApi('/subPages/product/myProduct')

function MyProductListScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen width="panes">
      <UnitList
        search={search}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
      />
    </Screen>
  )
}
