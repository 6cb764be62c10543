import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { queryClient } from '../../cache/cache.ts'
import { productOf } from '../../entities/product.ts'
import { ProductPage } from './product-page.tsx'
import { idSearch } from './search.ts'

export const Route = createFileRoute('/subPages/product/detail')({
  validateSearch: idSearch,
  loaderDeps: ({ search }) => search,
  // The loader fetches the data while the route chunk is still loading. It doesn't wait for the answer.
  loader: ({ deps: { id } }) => {
    if (id !== undefined) void queryClient.prefetchQuery(productOf('vehicle', id))
  },
  component: VehicleDetailScreen,
})

const route = getRouteApi('/subPages/product/detail')

function VehicleDetailScreen() {
  return <ProductPage kind="vehicle" id={route.useSearch().id} />
}
