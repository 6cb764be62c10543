import type { Target } from '#protocol/news.ts'
import { webAddress } from '#protocol/web-address.ts'

/**
 * Where a link of an article leads: `/pages/…` into the app, `article:NAME` to another article, a complete address out
 * of it. Null for anything else.
 */
export function linkTarget(address: string): Target | null {
  const article = /^article:([\w-]{1,64})$/.exec(address)?.[1]
  if (article !== undefined) return { kind: 'route', route: `/subPages/news/detail?id=${article}` }
  if (/^\/(sub)?[pP]ages\/[\w/?=&.%-]{1,200}$/.test(address)) return { kind: 'route', route: address }
  const web = webAddress(address)
  return web && { kind: 'url', url: web.url }
}
