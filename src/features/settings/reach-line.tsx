import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore, type ReactNode } from 'react'
import { responseDelay } from '../../api/api.ts'
import type { ResponseDelay } from '../../api/response-delay.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useCommands } from './commands.ts'
import { OfflineWords } from './offline-words.tsx'

/** Whether the server can be reached now. */
export function ReachLine() {
  const isOnline = useOnline()
  const commands = useCommands()
  const delay = useSyncExternalStore(responseDelay.subscribe, responseDelay.getSnapshot)
  if (!isOnline)
    return (
      <Line icon="offline">
        <OfflineWords commands={commands} />
      </Line>
    )
  return (
    <Line icon={delay === 'none' ? 'cloud-done' : 'cloud-queue'}>
      <DelayWords delay={delay} />
    </Line>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 text-small text-ink-soft">
      <Icon name={icon} size="small" />
      {children}
    </p>
  )
}

function DelayWords({ delay }: { delay: ResponseDelay }): ReactNode {
  switch (delay) {
    case 'none':
      return <Trans>Online now</Trans>
    case 'waiting':
      return <Trans>Waiting for the server</Trans>
    case 'noAnswer':
      return <Trans>The server isn't answering</Trans>
  }
}
