import { useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { IconLink } from '../../ui/icon-link.tsx'
import { Screen } from '../../ui/screen.tsx'
import { unitListSearch } from './search.ts'
import { UnitList } from './unit-list.tsx'

export const Route = createFileRoute('/subPages/product/myProduct')({
  validateSearch: unitListSearch,
  component: MyProductListScreen,
})

const route = getRouteApi('/subPages/product/myProduct')

function MyProductListScreen() {
  const { t } = useLingui()
  const isMapOff = useIsPageOff('/choose-location')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Screen
      width="panes"
      actions={
        <>
          {!isMapOff && <IconLink to="/choose-location" icon="map-pin" label={t`Map`} />}
          <IconLink to="/subPages/statistics/index" icon="chart" label={t`Statistics centre`} />
        </>
      }
    >
      <UnitList
        search={search}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
      />
    </Screen>
  )
}
