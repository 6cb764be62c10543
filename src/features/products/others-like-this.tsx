import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/card.tsx'
import { ProductGrid } from '../../entities/product-card.tsx'
import { recommendedBeside } from './queries.ts'

/** Offers near this one. Nothing while unknown, or where there are none: this page is about another product. */
export function OthersLikeThis({ id }: { id: string }) {
  const items = useQuery(recommendedBeside(id)).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={<Trans>Others like this</Trans>}>
      <ProductGrid products={items} />
    </Section>
  )
}
