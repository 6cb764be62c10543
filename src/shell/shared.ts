import type { AnyRouter } from '@tanstack/react-router'
import { idPattern } from '#protocol/words.ts'
import { mallPath } from '../sitemap.ts'

/** What the system's share sheet puts into the address, as the manifest's `share_target` names it. */
export const sharedParams = { title: 'shared-title', text: 'shared-text', url: 'shared-url' } as const

/** As much as the Mall's search takes. */
const longest = 80
const link = /https?:\/\/\S+/gi
const productLink = /^#(\/subPages\/product\/detail2?)\?id=([\da-f-]+)$/

type Target = { to: string; search: { id: string } | { text?: string } }

/**
 * Where something that was shared with the app opens: a link to one of our products at the product, other words in the
 * Mall's search. None of it is trusted: no other page is opened, however a link spells it.
 */
export function sharedTarget(given: URLSearchParams, here: string): Target | undefined {
  const [title, text, url] = [sharedParams.title, sharedParams.text, sharedParams.url].map((it) => given.get(it))
  if (title === null && text === null && url === null) return undefined
  const links = `${url ?? ''} ${text ?? ''}`.match(link) ?? []
  const ours = links.filter((it) => URL.canParse(it) && pageOf(new URL(it)) === pageOf(new URL(here)))
  for (const it of ours) {
    const [, to, id] = productLink.exec(new URL(it).hash) ?? []
    if (to !== undefined && id !== undefined && idPattern.test(id)) return { to, search: { id } }
  }
  // A link of ours to anything else, the Mall's own for one, needs no search for the title that came with it.
  const words = ours.length > 0 ? '' : wordsOf(text ?? '') || wordsOf(title ?? '')
  return { to: mallPath, search: words === '' ? {} : { text: words } }
}

/** Opens what the system's share sheet has handed over with this start, and takes it out of the address. */
export function openShared(router: AnyRouter): void {
  const target = sharedTarget(new URLSearchParams(location.search), location.href)
  if (!target) return
  window.history.replaceState(window.history.state, '', location.pathname + location.hash)
  void router.navigate({ ...target, replace: true })
}

function pageOf({ origin, pathname }: URL): string {
  return origin + pathname
}

/** Without links and control characters, cut to whole characters. */
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
