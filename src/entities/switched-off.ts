import type { Switchable } from '#protocol/words.ts'

/**
 * Whose pages go with a feature: an address that begins so. What isn't here can't be switched off: wallets, cards,
 * withdrawing, one's own products, orders, prizes and rewards, settings, and what members agreed to. Topping up shows
 * what is under way; only its form goes.
 */
const addresses: Record<Exclude<Switchable, 'topup'>, readonly string[]> = {
  mall: ['/pages/index/index', '/pages/index/productList'],
  buying: [
    '/subPages/product/list',
    '/subPages/product/detail',
    '/subPages/product/createOrder',
    '/pages/pay/pay',
    '/pages/index/productList2',
  ],
  news: ['/subPages/news/list'],
  team: ['/pages/index/team', '/pages/my/invite'],
  rewards: ['/pages/my/checkIn', '/pages/my/gift', '/pages/my/answer'],
  games: ['/subPages/box/index', '/subPages/jackpot/'],
  pointsmall: ['/subPages/pointsmall/'],
  salary: ['/subPages/contract/edit'],
  locations: ['/choose-location', '/open-location'],
}

/** Pages with what is the member's, which begin as a page that can go does. */
const always: readonly string[] = ['/pages/my/inviteGift', '/subPages/pointsmall/orderList']

/** The feature that a page belongs to, undefined for one that is always there. */
export function featureAt(path: string): Switchable | undefined {
  if (always.includes(path)) return undefined
  const features = Object.entries(addresses) as [Switchable, readonly string[]][]
  return features.find(([, own]) =>
    own.some((it) => (it.endsWith('/') ? path.startsWith(it) : path === it || isVariant(path, it))),
  )?.[0]
}

/** `detail2` goes with `detail`; `index2`, the restricted home, doesn't go with `index`. */
function isVariant(path: string, of: string): boolean {
  return !of.startsWith('/pages/index/') && path.startsWith(of)
}
