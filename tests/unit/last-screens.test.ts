import { expect, onTestFinished, test, vi } from 'vitest'
import { forgetLastScreens, lastScreenOf, lastScreenStyles, saveLastScreen } from '#src/cache/last-screens.ts'
import { takeScreen } from '#src/shell/last-screen/take.ts'
import { undrawn } from '#src/ui/below-fold.tsx'
import { withLastScreen } from '../../sw/last-screen.ts'
import { fakeCaches } from '#tests/support/fake-caches.ts'

const scope = 'https://app.test/'
const dayMs = 24 * 60 * 60_000
const now = Date.UTC(2026, 10, 23)
const my = '/pages/index/my'
const screen = {
  route: my,
  stamp: '["a \\"member\\"", null]',
  buildId: 'one',
  at: now,
  page: { lang: 'ar', dir: 'rtl', 'data-theme': 'dark', title: '"><script>' },
  markup: '<main>$& $1 ١٢</main>',
  styles: '[data-style="0"]{width:40%}',
}

test('a last screen is of its route and build, and a week old at most', async () => {
  const store = fakeCaches()
  await saveLastScreen(store, scope, screen)
  const at = (route: string, buildId: string, later: number) =>
    lastScreenOf(store, scope, { route, buildId, now: now + later })
  expect(await at(my, 'one', 6 * dayMs)).toEqual(screen)
  expect(await at(my, 'one', 7 * dayMs)).toBe(undefined)
  // A clock that was ahead: its age isn't known.
  expect(await at(my, 'one', -1000)).toBe(undefined)
  expect(await at(my, 'two', 0)).toBe(undefined)
  expect(await at('/pages/index/productList', 'one', 0)).toBe(undefined)
  expect(
    await (await lastScreenStyles(store, new URL(`${scope}last-screen.css?${encodeURIComponent(my)}`)))?.text(),
  ).toBe(screen.styles)
  await forgetLastScreens(store)
  expect(await at(my, 'one', 0)).toBe(undefined)
})

test('only the six newest are kept', async () => {
  const store = fakeCaches()
  for (let page = 0; page < 9; page++) await saveLastScreen(store, scope, { ...screen, route: `/p/${page}` })
  const kept = await Promise.all(
    Array.from({ length: 9 }, (_, page) => lastScreenOf(store, scope, { route: `/p/${page}`, buildId: 'one', now })),
  )
  expect(kept.map((it) => it !== undefined)).toEqual([false, false, false, true, true, true, true, true, true])
})

test('the document has the screen before the root, in its language, and nothing of it can become markup', async () => {
  const headers = { 'content-security-policy': "script-src 'self'", 'content-length': '9', 'content-type': 'text/html' }
  const html =
    '<!doctype html><html lang="en" dir="ltr"><head></head><body><div id="root"><p>mark</p></div></body></html>'
  const page = await withLastScreen(new Response(html, { headers }), screen, 'assets/follow-links-1.js')
  expect(page.headers.get('content-security-policy')).toBe("script-src 'self'")
  expect(page.headers.get('content-length')).toBe(null)
  expect(await page.text()).toBe(
    '<!doctype html><html lang="ar" dir="rtl" data-theme="dark" title="&quot;>&lt;script>"><head>' +
      '<link rel="stylesheet" href="last-screen.css?%2Fpages%2Findex%2Fmy">' +
      '<script async src="assets/follow-links-1.js"></script>' +
      '<link rel="expect" href="#root" blocking="render"></head><body>' +
      '<div id="last-screen" data-stamp="[&quot;a \\&quot;member\\&quot;&quot;, null]" data-route="/pages/index/my" aria-busy="true">' +
      '<main>$& $1 ١٢</main></div><div id="root"><p>mark</p></div></body></html>',
  )
  const longer = { ...screen, markup: '<main>seen<p id="last-screen-below-fold">not yet</p></main>' }
  expect(await (await withLastScreen(new Response(html), longer, undefined)).text()).toContain(
    '<link rel="expect" href="#last-screen-below-fold" blocking="render">',
  )
})

test('a page of which a part is not drawn yet is not kept', () => {
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const asked: string[] = []
  vi.stubGlobal('document', {
    querySelectorAll: (selectors: string) => {
      asked.push(selectors)
      return selectors.split(', ').includes(undrawn) ? [{ closest: () => null }] : []
    },
  })
  expect(takeScreen({ childElementCount: 1 } as HTMLElement, '')).toBe(undefined)
  expect(asked).toHaveLength(1)
})
