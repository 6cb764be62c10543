import type { Switchable } from '#protocol/words.ts'

/**
 * Whose pages go with a feature: an address that begins so. What isn't here (wallets, cards, withdrawing, one's own
 * products and orders, settings) can't be switched off.
 */
const addresses: Record<Switchable, readonly string[]> = {
  mall: ['/pages/index/index', '/pages/index/productList'],
  buying: [
    '/subPages/product/list',
    '/subPages/product/detail',
    '/subPages/product/createOrder',
    '/pages/pay/pay',
    '/pages/index/productList2',
  ],
  news: ['/subPages/news/'],
  team: ['/pages/index/team', '/pages/my/invite'],
  rewards: ['/pages/my/checkIn', '/pages/my/coupon', '/pages/my/gift', '/pages/my/answer'],
  games: ['/subPages/box/', '/subPages/jackpot/'],
  pointsmall: ['/subPages/pointsmall/'],
  salary: ['/subPages/salary/', '/subPages/contract/'],
}

/** The feature that a page belongs to, undefined for one that is always there. */
export function featureAt(path: string): Switchable | undefined {
  const features = Object.entries(addresses) as [Switchable, readonly string[]][]
  return features.find(([, own]) =>
    own.some((it) => (it.endsWith('/') ? path.startsWith(it) : path === it || isVariant(path, it))),
  )?.[0]
}

/** `detail2` and `inviteGift` go with `detail` and `invite`; `index2`, the restricted home, doesn't go with `index`. */
function isVariant(path: string, of: string): boolean {
  return !of.startsWith('/pages/index/') && path.startsWith(of)
}
