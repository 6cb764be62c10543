import { Trans } from '@lingui/react/macro'
import { useOnline } from '../ui/use-online.ts'

/** Says why a button can't be pressed without a network; renders nothing while there is one. */
export function OfflineNote() {
  if (useOnline()) return null
  return (
    <p className="text-center text-small text-ink-soft">
      <Trans>You need a connection for this.</Trans>
    </p>
  )
}
