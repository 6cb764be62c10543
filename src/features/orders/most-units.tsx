import { Plural, Trans } from '@lingui/react/macro'
import type { ProductDetail } from '#protocol/products.ts'
import { mostOf } from './quantity-bounds.ts'

/**
 * How many more units can be bought. At the maximum it names the limit: the purchase limit, the stock, or that of one
 * order.
 */
export function MostUnits({ product, quantity }: { product: ProductDetail; quantity: number }) {
  const { stock, purchaseLimit, held } = product
  const most = mostOf(product)
  const more = most - quantity
  if (more > 0) return <Plural value={more} one="# more at most" other="Up to # more" />
  if (product.isOnOffer === false)
    return <Trans>The operator isn't selling units of this machine now. Units you own go on earning.</Trans>
  if (stock === 0) return <Trans>All units of this machine are owned by members.</Trans>
  if (purchaseLimit > 0 && purchaseLimit - held <= most)
    return (
      <Trans>
        <Plural value={held} _0="You have none yet." one="You have # unit." other="You have # units." /> Each member can
        have {purchaseLimit}.
      </Trans>
    )
  return stock === most ? (
    <Plural value={stock} one="# unit is left." other="# units are left." />
  ) : (
    <Plural value={most} one="You can order # unit at a time." other="You can order up to # units at a time." />
  )
}
