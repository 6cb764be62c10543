import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icon.tsx'
import { useOnline } from '../../ui/use-online.ts'

/** Whether the server can be reached now. */
export function ReachLine() {
  const isOnline = useOnline()
  return (
    <p role="status" className="flex items-center gap-2 text-small text-ink-soft">
      <Icon name={isOnline ? 'cloud-done' : 'offline'} size="small" />
      {isOnline ? (
        <Trans>Online now</Trans>
      ) : (
        <Trans>Offline. Everything here is sent by itself as soon as the server answers.</Trans>
      )}
    </p>
  )
}
