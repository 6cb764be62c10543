import type { BankCard } from '#protocol/cards.ts'
import { memberApi } from './member-api.ts'

/**
 * Query strings by path, for routes that show one thing: they name things of the demo member's or products on offer.
 * Other paths open without a query string.
 */
export async function searchesOf(origin: string): Promise<Partial<Record<string, readonly string[]>>> {
  const books = await memberApi(origin)
  const offer = async (kind: string) =>
    (
      (await (await fetch(`${origin}/wx/g/goods/list?kind=${kind}&limit=1`)).json()) as {
        data: { items: [{ id: string }] }
      }
    ).data.items[0].id
  const goods = async (category: string) =>
    (
      (await (await fetch(`${origin}/wx/integral/goods/v2/list?categoryId=${category}&limit=1`)).json()) as {
        data: { items: [{ id: string }] }
      }
    ).data.items[0].id
  const [coupon, parcel] = [await goods('at-once'), await goods('on-the-road')]
  const [vehicle, pile, unit, draft] = await Promise.all([
    offer('vehicle'),
    offer('pile'),
    books.aUnit(),
    books.aDraft(),
  ])
  const [cards, { recent }, topUp] = await Promise.all([books.cards(), books.withdrawals(), books.aTopUp()])
  const draw = (await books.draws())[0] ?? (await books.draw())
  return {
    '/choose-location': [
      '',
      '?near=id-west-java-bandung&radius=200000',
      '?for=address&latitude=-6.91&longitude=107.61',
    ],
    '/open-location': ['', '?latitude=-6.2088&longitude=106.8456&name=Kilat%20DC&address=Jl.%20Thamrin%201,%20Jakarta'],
    '/subPages/product/detail': [`?id=${vehicle}`],
    '/subPages/product/detail2': [`?id=${pile}`],
    '/subPages/product/compare': ['', `?ids=${vehicle}.${pile}`],
    '/subPages/product/createOrder': [`?id=${vehicle}&kind=vehicle`],
    '/subPages/product/myProductDetail': [`?id=${unit.id}`],
    '/subPages/product/myProductDetail2': [`?id=${unit.id}`],
    '/subPages/statistics/index': ['', '?range=2026-01-01..2026-11-20&kind=vehicle'],
    '/subPages/statistics/productIncome': ['', `?id=${unit.productId}`],
    '/subPages/box/check': [`?id=${draw.id}`],
    '/subPages/pointsmall/detail': [coupon, parcel].map((id) => `?id=${id}`),
    '/subPages/pointsmall/createOrder': [`?id=${parcel}`],
    '/subPages/news/detail': ['?id=income'],
    '/pages/web/webview': [`?url=${encodeURIComponent('https://example.org/')}`],
    '/pages/pay/pay': [`?draftId=${draft.id}`],
    '/pages/pay/ustd': ['', `?id=${topUp.id}`],
    '/pages/my/historyList': ['', '?wallet=time-deposit'],
    '/pages/web/showCard': (['active', 'unactive'] as const).map(
      (status) => `?id=${idOf(cards, (it) => it.status === status)}`,
    ),
    '/subPages/repayment/index': ['', `?bill=${idOf(billsOf(cards), (it) => it.status === 0)}`],
    '/subPages/withdraw/index': [
      '',
      ...(['requested', 'arrived', 'returned'] as const).map(
        (state) => `?id=${idOf(recent, (it) => it.state === state)}`,
      ),
    ],
  }
}

const billsOf = (cards: readonly BankCard[]) => cards.flatMap((it) => it.bills)

/** Throws where the demonstration data lacks such a thing. */
function idOf<T extends { id: string }>(things: readonly T[], isMeant: (thing: T) => boolean): string {
  const found = things.find(isMeant)
  if (!found) throw new Error('the demo member has nothing like it')
  return found.id
}
