import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProductCard as Product } from '#protocol/products.ts'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { BelowFold } from '../../ui/below-fold.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProductGrid } from '../../entities/product-card.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { SectionLink } from '../../ui/section-link.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { BannerSlides } from './banner-slides.tsx'
import { CategoryLinks } from './category-links.tsx'
import { LatelyLine } from './lately-line.tsx'
import { MemberSummary } from './member-summary.tsx'
import { home } from './first-reads.ts'
import { NewestOffers } from './newest-offers.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Home: the member's day first, then the offers. */
export function HomeContent() {
  const client = useQueryClient()
  const isMember = useSignedIn() !== undefined
  const query = useQuery(home)
  return (
    <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
      {isMember && <MemberSummary />}
      <QueryStates
        query={query}
        skeleton={
          <>
            {!isMember && <VisitorCard />}
            <CardsSkeleton cards={6} />
          </>
        }
      >
        {({ banners, categories, featured, newest, machines }) => (
          <>
            {!isMember && <VisitorCard machines={machines} />}
            <BannerSlides banners={banners} />
            <LatelyLine />
            {featured.length + newest.length === 0 && (
              <EmptyState art="no-products" title={<Trans>No offers right now</Trans>}>
                <Trans>New machines appear here as soon as the operator offers them.</Trans>
              </EmptyState>
            )}
            {categories.length > 0 && (
              <Section title={<Trans>Types of machines</Trans>} aside={<AllLink />}>
                <CategoryLinks categories={categories} />
              </Section>
            )}
            {featured.length > 0 && (
              <Section title={<Trans>Featured</Trans>}>
                <ProductGrid products={featured} />
              </Section>
            )}
            <BelowFold>
              <NewestOffers products={others(newest, featured)} />
            </BelowFold>
          </>
        )}
      </QueryStates>
    </PullToRefresh>
  )
}

const shownNewest = 4

/** The newest products that aren't among the featured ones above. */
function others(newest: readonly Product[], featured: readonly Product[]): Product[] {
  return newest.filter((it) => featured.every((other) => other.id !== it.id)).slice(0, shownNewest)
}

function AllLink() {
  return (
    <SectionLink to="/pages/index/index">
      <Trans>All offers</Trans>
    </SectionLink>
  )
}
