import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { bases, type BaseName } from '#src/ui/palette.ts'
import { Toasts } from '#src/ui/toast.tsx'
import { asked } from './asked.ts'
import { Buttons } from './buttons.tsx'
import { Charts } from './charts.tsx'
import { Choices } from './choices.tsx'
import { Colours } from './colours.tsx'
import { Fields } from './fields.tsx'
import { LongList } from './long-list.tsx'
import { Numbers } from './numbers.tsx'
import { Overlays } from './overlays.tsx'
import { Panes } from './panes.tsx'
import { Pictures } from './pictures.tsx'
import { Places } from './places.tsx'
import { States } from './states.tsx'
import { Surfaces } from './surfaces.tsx'
import { Toolbar } from './toolbar.tsx'

const pages = {
  colours: Colours,
  buttons: Buttons,
  fields: Fields,
  choices: Choices,
  overlays: Overlays,
  surfaces: Surfaces,
  states: States,
  numbers: Numbers,
  charts: Charts,
  places: Places,
  list: LongList,
  pictures: Pictures,
  panes: Panes,
}
const page = (Object.keys(pages).find((it) => it === asked.get('page')) as keyof typeof pages | undefined) ?? 'colours'
const Page = pages[page]

const language = asked.get('lang') ?? 'en'
const texts = import.meta.glob<{ messages: Messages }>('../../../locales/*/*.po')
const catalogues = await Promise.all(
  Object.entries(texts)
    .filter(([file]) => file.includes(`/${language}/`))
    .map(async ([, load]) => (await load()).messages),
)
i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...catalogues) as Messages })

const { documentElement: root } = document
const { hue, vivid } = bases[(asked.get('base') ?? 'purple') as BaseName]
root.dir = asked.get('dir') ?? 'ltr'
root.dataset.theme = asked.get('theme') ?? 'light'
root.style.fontSize = `${asked.get('text') ?? '100'}%`
root.style.setProperty('--hue', String(hue))
root.style.setProperty('--vivid', String(vivid))

// Links are rendered and lead nowhere.
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

createRoot(document.querySelector('#root')!).render(
  <RouterContextProvider router={router as never}>
    <I18nProvider i18n={i18n}>
      {!asked.has('bare') && <Toolbar pages={Object.keys(pages)} page={page} />}
      <QueryClientProvider client={new QueryClient()}>
        <main className="flex flex-col">
          <Page />
        </main>
      </QueryClientProvider>
      <Toasts />
    </I18nProvider>
  </RouterContextProvider>,
)
