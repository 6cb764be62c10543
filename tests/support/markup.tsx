import { i18n as common, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The HTML of a component of the app; by default on a device that has nothing stored. */
export function markupOf(
  it: ReactNode,
  { i18n = common, client = new QueryClient() }: { i18n?: I18n; client?: QueryClient } = {},
): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>{it}</I18nProvider>
    </QueryClientProvider>,
  )
}
