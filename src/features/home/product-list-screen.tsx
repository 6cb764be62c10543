import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../cache/cache.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { Screen } from '../../ui/screen.tsx'
import { Eye } from './eye.tsx'
import { home } from './first-reads.ts'
import { HomeContent } from './home-content.tsx'

export const Route = createFileRoute('/pages/index/productList')({
  // The requests start while the first frame is being made; nothing waits for them.
  loader: () => {
    void queryClient.prefetchQuery(home)
  },
  component: HomeScreen,
})

function HomeScreen() {
  const isMember = useSignedIn() !== undefined
  return (
    <Screen hasBack={false} width="panes" actions={isMember && <Eye />}>
      <HomeContent />
    </Screen>
  )
}
