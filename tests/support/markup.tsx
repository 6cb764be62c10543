import { i18n as common, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'

interface Surroundings {
  i18n?: I18n
  client?: QueryClient
}

/** The HTML of a component of the app; by default on a device that has nothing stored. */
export function markupOf(it: ReactNode, surroundings: Surroundings = {}): string {
  return renderToStaticMarkup(within(it, surroundings))
}

/** The same once its lazy parts have come. */
export async function settledMarkupOf(it: ReactNode, surroundings: Surroundings = {}): Promise<string> {
  const { prelude } = await prerender(within(it, surroundings))
  return await new Response(prelude).text()
}

function within(it: ReactNode, { i18n = common, client = new QueryClient() }: Surroundings) {
  return (
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>{it}</I18nProvider>
    </QueryClientProvider>
  )
}
