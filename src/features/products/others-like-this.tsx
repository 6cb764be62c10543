import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/card.tsx'
import { ProductGrid } from '../../entities/product-card.tsx'
import { SectionStates } from '../../ui/section-states.tsx'
import { recommendedBeside } from './queries.ts'

/** Similar products. Renders nothing while they load, or if there are none: an empty section would only distract. */
export function OthersLikeThis({ id }: { id: string }) {
  const query = useQuery(recommendedBeside(id))
  const isFirstTry = query.isLoading && query.errorUpdateCount === 0
  if (isFirstTry || query.data?.items.length === 0) return null
  return (
    <Section title={<Trans>Similar offers</Trans>}>
      <SectionStates query={query}>{({ items }) => <ProductGrid products={items} />}</SectionStates>
    </Section>
  )
}
