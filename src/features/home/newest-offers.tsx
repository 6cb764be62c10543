import { Trans } from '@lingui/react/macro'
import type { ProductCard } from '#protocol/products.ts'
import { ProductGrid } from '../../entities/product-card.tsx'
import { Section } from '../../ui/card.tsx'
import { SectionLink } from '../../ui/section-link.tsx'

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
    <SectionLink to="/pages/index/productList2">
      <Trans>More</Trans>
    </SectionLink>
  )
}
