import { lastScreenId } from '#protocol/visitor-page.ts'
import type { LastScreen } from '../src/cache/last-screens.ts'
import { stylesAddress } from '../src/cache/last-screens.ts'

/**
 * The document of the app with the last screen over the mark that it shows until the program runs. The content
 * security policy of `page` holds: the markup has no script and no style.
 */
export async function withLastScreen(page: Response, screen: LastScreen): Promise<Response> {
  const html = await page.text()
  const attributes = Object.entries(screen.page).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  // Busy: a screen reader waits for the page itself.
  const shown = `<div id="${lastScreenId}" data-stamp="${escaped(screen.stamp)}" data-route="${escaped(screen.route)}" aria-busy="true">${screen.markup}</div>`
  const headers = new Headers(page.headers)
  // The body is another one now.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(
    html
      // Functions, so that `$&` in a text stays as it is.
      .replace(/<html[^>]*>/, () => `<html${attributes.join('')}>`)
      .replace('</head>', () => `<link rel="stylesheet" href="${escaped(stylesAddress(screen.route))}"></head>`)
      .replace('<div id="root">', (root) => shown + root),
    { status: page.status, statusText: page.statusText, headers },
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
