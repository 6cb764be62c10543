import type { AnyRouter } from '@tanstack/react-router'
import { routeOfProductLink } from '#protocol/product-link.ts'
import { idPattern } from '#protocol/words.ts'
import { mallPath } from '../sitemap.ts'

/** What the system's share sheet puts into the address, as the manifest's `share_target` names it. */
export const sharedParams = { title: 'shared-title', text: 'shared-text', url: 'shared-url' } as const

/** The most characters that the Mall's search accepts. */
const longest = 80
const link = /https?:\/\/\S+/gi
const productRoute = /^(\/subPages\/product\/detail2?)\?id=([\da-f-]+)$/

type Target = { to: string; search: { id: string } | { text?: string } }

/**
 * The target of content that was shared with the app: a link to a product of this app opens the product, and other text
 * goes to the Mall's search. The content isn't trusted: it can open no other page.
 */
export function sharedTarget(given: URLSearchParams, here: string): Target | undefined {
  const [title, text, url] = [sharedParams.title, sharedParams.text, sharedParams.url].map((it) => given.get(it))
  if (title === null && text === null && url === null) return undefined
  const links = `${url ?? ''} ${text ?? ''}`.match(link) ?? []
  const base = pageOf(new URL(here))
  const ours = links.filter((it) => URL.canParse(it) && isOurs(new URL(it), base))
  for (const it of ours) {
    const address = new URL(it)
    const [, to, id] = productRoute.exec(routeOfProductLink(it, base) ?? address.hash.slice(1)) ?? []
    if (to !== undefined && id !== undefined && idPattern.test(id)) return { to, search: { id } }
  }
  // A link to another page of this app comes with that page's title, which would be no useful search.
  const words = ours.length > 0 ? '' : wordsOf(text ?? '') || wordsOf(title ?? '')
  return { to: mallPath, search: words === '' ? {} : { text: words } }
}

/** Opens content that the system's share sheet passed at this start, and removes it from the address. */
export function openShared(router: AnyRouter): void {
  const target = sharedTarget(new URLSearchParams(location.search), location.href)
  if (!target) return
  window.history.replaceState(window.history.state, '', location.pathname + location.hash)
  void router.navigate({ ...target, replace: true })
}

/** The app's page, or a link to a product. */
function isOurs(address: URL, base: string): boolean {
  return pageOf(address) === base || routeOfProductLink(address.href, base) !== undefined
}

function pageOf({ origin, pathname }: URL): string {
  return origin + pathname
}

/** The text without links and control characters, cut at whole characters. */
function wordsOf(text: string): string {
  const plain = text
    .replace(link, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  let cut = ''
  for (const character of plain) {
    if (cut.length + character.length > longest) break
    cut += character
  }
  return cut.trim()
}
