import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown when there are entries, but search and filters together leave none. */
export function NothingFits({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      art="nothing-found"
      title={<Trans>No matches</Trans>}
      action={
        <Button look="quiet" onClick={onReset}>
          <Trans>Show everything</Trans>
        </Button>
      }
    >
      <Trans>Try another word or fewer filters.</Trans>
    </EmptyState>
  )
}
