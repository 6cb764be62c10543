import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/card.tsx'
import { BlockBone, Skeleton } from '../../ui/skeletons.tsx'
import { CategoryLinks } from './category-links.tsx'
import { labelCategories } from './first-reads.ts'
import { aiCategories } from './queries.ts'

/** Links to the categories that the operator has chosen for the Mall; a category without offers is left out. */
export function MallCategories() {
  const { data, isLoading } = useQuery(labelCategories)
  const labels = data?.l1Category ?? []
  const ai = useQuery(aiCategories).data?.l1Category ?? []
  return (
    <>
      {/* The skeleton keeps the space, so that the offers below aren't pushed down. */}
      {isLoading && (
        <Skeleton>
          <BlockBone shape="h-35 w-full rounded-lg!" />
        </Skeleton>
      )}
      {labels.length > 0 && <CategoryLinks categories={labels} />}
      {ai.length > 0 && (
        <Section title={<Trans>Run by AI</Trans>}>
          <CategoryLinks categories={ai} />
        </Section>
      )}
    </>
  )
}
