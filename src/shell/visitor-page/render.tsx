import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { intlLocaleOf } from '#protocol/languages.ts'
import type { Drawn, ToDraw } from '#protocol/visitor-page.ts'
import { Route as home } from '../../features/home/product-list-screen.tsx'
import { Route as pile } from '../../features/products/pile-detail-screen.tsx'
import { Route as vehicle } from '../../features/products/vehicle-detail-screen.tsx'
import { productPath } from '../../entities/product-path.ts'
import { homePath } from '../../sitemap.ts'
import { readSearch, writeSearch } from '../address-search.ts'
import { firstTexts } from '../locale.ts'
import { Route as shell } from '../root.tsx'
import { textOf } from '../texts.ts'

const root = createRootRoute({ component: shell.options.component })
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: homePath, component: home.options.component }),
  ...(
    [
      ['vehicle', vehicle],
      ['pile', pile],
    ] as const
  ).map(([kind, { options }]) =>
    createRoute({
      getParentRoute: () => root,
      path: productPath(kind),
      validateSearch: options.validateSearch,
      component: options.component,
    }),
  ),
])

/**
 * Draws a page by its screen's own components, in the server: there is no window, no storage and nobody signed in. What
 * is loaded after the first frame is left out, notices and the status line among it.
 */
export async function draw({ route, language, region, answers }: ToDraw): Promise<Drawn> {
  const texts = await Promise.all([
    firstTexts[language]().then((it) => it.messages),
    ...(route === homePath ? [] : ['ui', 'products'].map((area) => textOf(language, area))),
  ])
  const client = new QueryClient()
  for (const [key, answer] of answers) client.setQueryData(key, answer)
  const history = createMemoryHistory({ initialEntries: [route] })
  // Links lead to routes of the one page, as those of the app do.
  history.createHref = (path) => `./#${path}`
  const router = createRouter({ routeTree, history, parseSearch: readSearch, stringifySearch: writeSearch })
  await router.load()
  // From here on nothing is awaited: two pages are never drawn in two languages at once.
  const tag = intlLocaleOf(language, region)
  i18n.load(tag, Object.assign({}, ...texts))
  i18n.activate(tag)
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  client.clear()
  // A part that throws is left out without a word.
  if (!markup.includes('<h1')) throw new Error(`${route} could not be drawn`)
  return { dir: language === 'ar' ? 'rtl' : 'ltr', ...withoutInlineStyles(inert(markup)) }
}

/** Buttons and fields can't answer yet; links can. */
function inert(markup: string): string {
  return markup.replaceAll(/<(button|input|select|summary)\b/g, '<$1 inert=""')
}

/** The content security policy refuses attributes with styles. React has escaped all quotes within them. */
function withoutInlineStyles(markup: string): { markup: string; styles: string } {
  const rules: string[] = []
  const named = markup.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    rules.push(`[data-style="${rules.length}"]{${style}}`)
    return ` data-style="${rules.length - 1}"`
  })
  return { markup: named, styles: rules.join('\n') }
}
