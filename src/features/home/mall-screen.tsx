import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../cache/cache.ts'
import { IconLink } from '../../ui/icon-link.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { catalogue, categories, labelCategories } from './first-reads.ts'
import { Mall } from './mall.tsx'
import { mallSearch } from './mall-search.ts'

export const Route = createFileRoute('/pages/index/index')({
  validateSearch: mallSearch,
  // The requests start while the screen's chunk is still loading; nothing waits for them.
  loader: () => {
    void queryClient.prefetchInfiniteQuery(catalogue)
    void queryClient.prefetchQuery(categories)
    void queryClient.prefetchQuery(labelCategories)
  },
  component: MallScreen,
})

const mallRoute = '/pages/index/index'

function MallScreen() {
  const { t } = useLingui()
  return (
    <Screen
      hasBack={false}
      width="panes"
      actions={
        <>
          <IconLink to="/choose-location" icon="map-pin" label={t`Map`} />
          <ShareButton title="Voltfolio" address={`#${mallRoute}`} />
        </>
      }
    >
      <Mall />
    </Screen>
  )
}
