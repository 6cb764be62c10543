import type { ProductCard as Product } from '#protocol/products.ts'
import { Art } from '../ui/art.tsx'
import { ListRow } from '../ui/list-row.tsx'
import { Money } from '../ui/money.tsx'
import { Earnings, Limits } from './product-card.tsx'

/** An offer as one line of a list; `ProductCard` shows the same in a grid. */
export function ProductRow({ product }: { product: Product }) {
  const { art, picture, name, edition, price, currency } = product
  return (
    <ListRow
      start={
        <span className="shrink-0 rounded-md bg-sunken p-1">
          <Art name={art} product={name} picture={picture} size="thumb" />
        </span>
      }
      title={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-strong">{name}</span>
          <Money isOpen value={price} currency={currency} />
        </span>
      }
      detail={
        <span className="flex flex-col gap-0.5">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            <span>{edition}</span>
            <Limits product={product} />
          </span>
          <Earnings product={product} />
        </span>
      }
    />
  )
}
