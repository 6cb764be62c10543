import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/card.tsx'
import { ProductGrid } from '../../entities/product-card.tsx'
import { recommendedBeside } from './queries.ts'

/** Similar products. Renders nothing while they load, or if there are none: an empty section would only distract. */
export function OthersLikeThis({ id }: { id: string }) {
  const items = useQuery(recommendedBeside(id)).data?.items ?? []
  if (items.length === 0) return null
  return (
    <Section title={<Trans>Similar offers</Trans>}>
      <ProductGrid products={items} />
    </Section>
  )
}
