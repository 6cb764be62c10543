import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProductCard } from '#protocol/products.ts'
import { ProductGrid } from '../../entities/product-card.tsx'
import { Section } from '../../ui/card.tsx'

/** The newest offers, with a link to all; nothing where there are none. */
export function NewestOffers({ products }: { products: readonly ProductCard[] }) {
  return (
    products.length > 0 && (
      <Section title={<Trans>Newest</Trans>} aside={<MoreLink />}>
        <ProductGrid products={products} />
      </Section>
    )
  )
}

function MoreLink() {
  return (
    <Link
      to="/pages/index/productList2"
      className="-me-2 inline-flex min-h-11 items-center rounded-md px-2 text-small font-strong text-accent-ink hover:bg-accent-soft"
    >
      <Trans>More</Trans>
    </Link>
  )
}
