import { Trans } from '@lingui/react/macro'
import { EmptyState } from './empty-state.tsx'

/** A search through a list that has entries, but none with these words. */
export function NothingFound({ wanted }: { wanted: string }) {
  return (
    <div role="status">
      <EmptyState art="nothing-found" title={<Trans>Nothing found</Trans>}>
        <Trans>No entry here has the words “{wanted}”.</Trans>
      </EmptyState>
    </div>
  )
}
