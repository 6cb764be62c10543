import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOnline } from '../../../ui/use-online.ts'
import { useReason } from '../../../ui/use-reason.ts'
import type { Calculation } from './calculation.ts'
import { WithdrawalLines } from './withdrawal-lines.tsx'

/** Fee and arrival of the typed amount, in a live region. Figures that aren't current are never shown. */
export function LiveLines({ calculation, onAskAgain }: { calculation: Calculation; onAskAgain: () => void }) {
  const reason = useReason()
  const isOnline = useOnline()
  // A request that failed for lack of a network is repeated automatically.
  const isWaiting = calculation.kind === 'waiting' || (calculation.kind === 'failed' && !isOnline)
  return (
    <div role="status" aria-busy={calculation.kind === 'asking'}>
      {calculation.kind === 'known' && (
        <Card>
          <WithdrawalLines isOpen lines={calculation.lines} />
        </Card>
      )}
      {calculation.kind === 'asking' && (
        <Card>
          <p className="flex items-center gap-3 text-ink-soft">
            <Spinner />
            <Trans>Checking the fee…</Trans>
          </p>
        </Card>
      )}
      {isWaiting && (
        <Card>
          <p className="text-ink-soft">
            <Trans>You'll see the fee when you're back online.</Trans>
          </p>
        </Card>
      )}
      {calculation.kind === 'failed' && !isWaiting && (
        <Card tone="danger">
          <p className="text-pretty">{reason(calculation.error)}</p>
          <div className="mt-2">
            <Button look="plain" size="small" icon="refresh" onClick={onAskAgain}>
              <Trans>Check the fee again</Trans>
            </Button>
          </div>
        </Card>
      )}
    </div>
  )
}
