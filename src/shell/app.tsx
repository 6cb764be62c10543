import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
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
  const status = useSyncExternalStore(serviceWorkerStatus.subscribe, serviceWorkerStatus.getSnapshot)
  useEffect(onFirstFrame, [onFirstFrame])
  return (
    <I18nProvider i18n={i18n}>
      <LocaleContext value={{ ...current, languages: languageList, choose: chooseLocale }}>
        <ServiceWorkerContext value={{ ...status, applyUpdate }}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ServiceWorkerContext>
      </LocaleContext>
    </I18nProvider>
  )
}
