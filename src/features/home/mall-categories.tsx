import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/card.tsx'
import { CategoryLinks, withOffers } from './category-links.tsx'
import { labelCategories } from './first-reads.ts'
import { aiCategories } from './queries.ts'

/**
 * Links to the top categories, and below them to those that the operator's catalogue says are run by AI. A category
 * without offers is left out, and so is the only top one of its kind of machine, which the filter above shows already.
 */
export function MallCategories() {
  const all = withOffers(useQuery(labelCategories).data?.l1Category ?? [])
  const labels = all.filter((it) => all.some((other) => other.kind === it.kind && other.id !== it.id))
  const ai = withOffers(useQuery(aiCategories).data?.l1Category ?? [])
  return (
    <>
      {labels.length > 0 && <CategoryLinks categories={labels} />}
      {ai.length > 0 && (
        <Section title={<Trans>Run by AI</Trans>}>
          <CategoryLinks categories={ai} />
        </Section>
      )}
    </>
  )
}
