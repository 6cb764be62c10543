import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { BelowFold } from '../../ui/below-fold.tsx'
import { Section } from '../../ui/card.tsx'
import { SectionLink } from '../../ui/section-link.tsx'
import { ProductGrid } from '../../entities/product-card.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { useSlow } from '../../ui/use-slow.ts'
import { categories } from './first-reads.ts'
import { byCategory } from './shown-products.ts'

const first = 4

/** The first few offers of each category, and a link to the rest. Without category names, all offers in one grid. */
export function CategorySections({ products, over }: ComponentProps<typeof ProductGrid>) {
  const { data, isLoading } = useQuery(categories)
  const tree = data?.items ?? []
  const isSlow = useSlow(isLoading)
  // An ungrouped list would be regrouped a moment later; but offers that are there don't wait for a slow answer.
  if (isLoading && !isSlow) return <CardsSkeleton cards={4} />
  if (tree.length === 0) return <ProductGrid products={products} over={over} />
  const sections = byCategory(products, tree).map(({ category, products: own }) => (
    <Section
      key={category?.id ?? ''}
      title={category?.name ?? <Trans>Others</Trans>}
      aside={category && own.length > first && <AllOf id={category.id} count={own.length} />}
    >
      <ProductGrid products={category ? own.slice(0, first) : own} over={over} />
    </Section>
  ))
  return (
    <>
      {sections[0]}
      <BelowFold>{sections.slice(1)}</BelowFold>
    </>
  )
}

function AllOf({ id, count }: { id: string; count: number }) {
  return (
    <SectionLink to="/subPages/product/list" search={{ categoryId: id }}>
      <Trans>All {count}</Trans>
    </SectionLink>
  )
}
