import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore, type ReactNode } from 'react'
import { responseDelay } from '../../api/api.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useOnline } from '../../ui/use-online.ts'

/** Whether the server can be reached now. */
export function ReachLine() {
  const [icon, words] = useReach()
  return (
    <p role="status" className="flex items-center gap-2 text-small text-ink-soft">
      <Icon name={icon} size="small" />
      {words}
    </p>
  )
}

function useReach(): [IconName, ReactNode] {
  const isOnline = useOnline()
  const delay = useSyncExternalStore(responseDelay.subscribe, responseDelay.getSnapshot)
  if (!isOnline)
    return ['offline', <Trans>Offline. Everything here is sent by itself as soon as the server answers.</Trans>]
  switch (delay) {
    case 'none':
      return ['cloud-done', <Trans>Online now</Trans>]
    case 'waiting':
      return ['cloud-queue', <Trans>Waiting for an answer</Trans>]
    case 'noAnswer':
      return ['cloud-queue', <Trans>No answer from the server</Trans>]
  }
}
