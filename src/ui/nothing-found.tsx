import { Trans } from '@lingui/react/macro'
import { EmptyState } from './empty-state.tsx'

/** Shown when a list has entries, but none matches the search. */
export function NothingFound({ wanted }: { wanted: string }) {
  return (
    <div role="status">
      <EmptyState art="nothing-found" title={<Trans>Nothing found</Trans>}>
        <Trans>Nothing here matches “{wanted}”.</Trans>
      </EmptyState>
    </div>
  )
}
