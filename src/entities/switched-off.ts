import type { Switchable } from '#protocol/words.ts'

/**
 * The pages of each feature, as the beginnings of their addresses. Pages that aren't listed can't be switched off:
 * wallets, cards, withdrawing, one's own products, orders, prizes and rewards, settings, and accepted agreements. The
 * page of topping up always shows open top-ups; only its form can be switched off.
 */
const addresses: Record<Exclude<Switchable, 'topup'>, readonly string[]> = {
  mall: ['/pages/index/index', '/pages/index/productList'],
  buying: [
    '/subPages/product/list',
    '/subPages/product/detail',
    '/subPages/product/createOrder',
    '/subPages/product/compare',
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

/** Pages with the member's own data that match a switchable address and must stay. */
const always: readonly string[] = ['/pages/my/inviteGift', '/subPages/jackpot/index2', '/subPages/pointsmall/orderList']

/** The feature that a page belongs to; undefined for a page that can't be switched off. */
export function featureAt(path: string): Switchable | undefined {
  if (always.includes(path)) return undefined
  const features = Object.entries(addresses) as [Switchable, readonly string[]][]
  return features.find(([, own]) =>
    own.some((it) => (it.endsWith('/') ? path.startsWith(it) : path === it || isVariant(path, it))),
  )?.[0]
}

/** `detail2` belongs to `detail`; `index2`, the restricted home, doesn't belong to `index`. */
function isVariant(path: string, of: string): boolean {
  return !of.startsWith('/pages/index/') && path.startsWith(of)
}
