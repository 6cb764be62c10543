import { belowFoldId, lastScreenId, firstFrameAwaits } from '#protocol/visitor-page.ts'
import type { LastScreen } from '../src/cache/last-screens.ts'
import { stylesAddress } from '../src/cache/last-screens.ts'

/**
 * The document of the app with the last screen over the mark that it shows until the program runs, and `script`, the
 * address of the file that follows its links until then (src/shell/last-screen/follow-links.ts). The content security
 * policy of `page` holds: the markup has no script and no style.
 */
export async function withLastScreen(
  page: Response,
  screen: LastScreen,
  script: string | undefined,
): Promise<Response> {
  const html = await page.text()
  const attributes = Object.entries(screen.page).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  const follow = script === undefined ? '' : `<script async src="${escaped(script)}"></script>`
  const following = screen.markup.includes(` id="${belowFoldId}"`) ? belowFoldId : 'root'
  const links = `<link rel="stylesheet" href="${escaped(stylesAddress(screen.route))}">${follow}${firstFrameAwaits(following)}`
  const headers = new Headers(page.headers)
  // The body is another one now.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(
    html
      // Functions, so that `$&` in a text stays as it is.
      .replace(/<html[^>]*>/, () => `<html${attributes.join('')}>`)
      .replace('</head>', () => `${links}</head>`)
      .replace('<div id="root">', (root) => elementOf(screen) + root),
    { status: page.status, statusText: page.statusText, headers },
  )
}

/** The last screen alone, for a page whose program doesn't run yet (src/shell/last-screen/follow-links.ts). */
export function lastScreenDocument(screen: LastScreen): Response {
  return new Response(`<!doctype html>${elementOf(screen)}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

/** Busy: a screen reader waits for the page itself. */
function elementOf({ stamp, route, markup }: LastScreen): string {
  return `<div id="${lastScreenId}" data-stamp="${escaped(stamp)}" data-route="${escaped(route)}" aria-busy="true">${markup}</div>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
