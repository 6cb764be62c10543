import { idPattern } from './words.ts'

/** The routes of a product's own page: vehicles and charging piles have one each (specification 2). */
export const productRoutes = { vehicle: '/subPages/product/detail', pile: '/subPages/product/detail2' } as const

/**
 * The address of a product for people outside the app, relative to the app's own: `p/ID`. The server answers it with
 * the product's page and the preview that messengers show; the app's worker leads from it into the app.
 */
export function productLink(kind: keyof typeof productRoutes, id: string): string {
  return `p/${id}${kind === 'pile' ? '?pile' : ''}`
}

/** The app's route behind such an address; undefined for any other. `base` is the app's own address. */
export function routeOfProductLink(address: string, base: string): string | undefined {
  const [, id, isPile] = address.startsWith(base) ? (linked.exec(address.slice(base.length)) ?? []) : []
  if (id === undefined || !idPattern.test(id)) return undefined
  return `${productRoutes[isPile === undefined ? 'vehicle' : 'pile']}?id=${id}`
}

/** What messengers add to an address, a query or a fragment, is passed over. */
const linked = /^p\/([^/?#]+)(\?pile)?(?:[?&#].*)?$/
