import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OrderDraft } from '#protocol/orders.ts'
import { productOf } from '../../entities/product.ts'
import { shownKind } from '../../entities/product-path.ts'
import { Art } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { MostUnits } from './most-units.tsx'
import { mostOf } from './quantity-bounds.ts'

/** The product of a draft, and why it can't be had any more: a limit reached meanwhile, or units sold to others. */
export function DraftProduct({ draft }: { draft: OrderDraft }) {
  const product = useQuery(productOf(draft.kind, draft.productId)).data
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="shrink-0 rounded-md bg-sunken p-2">
          <Art name={draft.art} product={draft.productName} picture={draft.picture} size="thumb" />
        </span>
        <p className="min-w-0 flex-1 basis-[6rem] font-strong">{draft.productName}</p>
        <Money isOpen value={draft.unitPrice} currency={draft.currency} />
        {product && mostOf(product) < draft.quantity && (
          <p className="w-full text-small text-ink-soft">
            <MostUnits product={product} quantity={draft.quantity} />{' '}
            <Link
              to="/subPages/product/createOrder"
              search={{ id: draft.productId, kind: shownKind(draft.kind) }}
              className="inline-flex min-h-11 items-center font-strong text-accent-ink underline"
            >
              <Trans>Change the number of units</Trans>
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}
