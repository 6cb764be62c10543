import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { queryClient } from '../cache/cache.ts'
import { LocaleContext } from '../ui/locale-context.ts'
import { ServiceWorkerContext } from '../ui/service-worker-context.ts'
import { chooseLocale, languageList, locale } from './locale.ts'
import { router } from './router.ts'
import { serviceWorkerStatus } from './service-worker-status.ts'

// The chunk of the service worker's page side is loaded after the first frame.
const applyUpdate = async () => (await import('./service-worker.ts')).applyUpdate()

/** Calls `onFirstFrame` when the first frame is on the page. */
export function App({ onFirstFrame }: { onFirstFrame: () => void }) {
  const current = useSyncExternalStore(locale.subscribe, locale.getSnapshot)
  useEffect(onFirstFrame, [onFirstFrame])
  return (
    <I18nProvider i18n={i18n}>
      <LocaleContext value={{ ...current, languages: languageList, choose: chooseLocale }}>
        <ServiceWorkerProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ServiceWorkerProvider>
      </LocaleContext>
    </I18nProvider>
  )
}

/**
 * Apart from `App`, whose children stay the same: of the page, only what reads the status is drawn anew for each file
 * that the worker saves.
 */
function ServiceWorkerProvider(props: { children: ReactNode }) {
  const status = useSyncExternalStore(serviceWorkerStatus.subscribe, serviceWorkerStatus.getSnapshot)
  return <ServiceWorkerContext {...props} value={{ ...status, applyUpdate }} />
}
