import { createHashHistory, createRouter } from '@tanstack/react-router'
import { routeTree } from '../route-tree.gen.ts'
import { nameEntriesBy } from '../ui/focus-return.ts'
import { readSearch, writeSearch } from './address-search.ts'
import { BrokenScreen } from './broken-screen.tsx'
import { entryKey, numberExternalEntries } from './router-start.ts'
import { PendingScreen } from './pending-screen.tsx'
import { obeyRules } from './rules.ts'

numberExternalEntries(() => history)
nameEntriesBy(entryKey)
export const history = createHashHistory()

export const router = obeyRules(
  createRouter({
    routeTree,
    history,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    // As the sitemap writes them: title, texts and access of a page are looked up by its address.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: BrokenScreen,
    scrollRestoration: true,
  }),
)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
