import { createHashHistory, createRouter } from '@tanstack/react-router'
import { routeTree } from '../route-tree.gen.ts'
import { BrokenScreen } from './broken-screen.tsx'
import { numberExternalHistoryEntries } from './external-history-entries.ts'
import { LostScreen } from './lost-screen.tsx'
import { PendingScreen } from './pending-screen.tsx'
import { obeyRules } from './rules.ts'

numberExternalHistoryEntries(() => history)
export const history = createHashHistory()

export const router = obeyRules(
  createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: BrokenScreen,
    defaultNotFoundComponent: LostScreen,
    scrollRestoration: true,
  }),
)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
