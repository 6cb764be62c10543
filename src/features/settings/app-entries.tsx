import { Plural, Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { use, type ReactNode } from 'react'
import { isOpen, needsAttention } from '../../outbox/command.ts'
import { Chip } from '../../ui/chip.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'
import { useCommands } from './commands.ts'

/** Links to the stored data, the queue, the version, and the passwords. */
export function AppEntries() {
  const { isReadyOffline, isUpdateWaiting } = use(ServiceWorkerContext)
  const waiting = useCommands().filter((it) => isOpen(it) || needsAttention(it)).length
  return (
    <List>
      <Entry to="/pages/my/changeInfo" icon="user" title={<Trans>Name and profile</Trans>} />
      <Entry
        to="/pages/my/queue"
        icon="cloud-queue"
        title={<Trans>Waiting to be sent</Trans>}
        end={
          waiting > 0 && (
            <Chip tone="accent">
              <Plural value={waiting} one="# action" other="# actions" />
            </Chip>
          )
        }
      />
      <Entry
        to="/pages/my/offline"
        icon="offline"
        title={<Trans>Offline and storage</Trans>}
        end={
          isReadyOffline && (
            <Chip tone="positive" icon="check">
              <Trans>Ready offline</Trans>
            </Chip>
          )
        }
      />
      <Entry
        to="/pages/my/update"
        icon="refresh"
        title={<Trans>Version and updates</Trans>}
        end={
          isUpdateWaiting && (
            <Chip tone="accent">
              <Trans>New version</Trans>
            </Chip>
          )
        }
      />
      <Entry to="/pages/my/help" icon="help" title={<Trans>Help</Trans>} />
      <Entry to="/pages/my/books" icon="wallet" title={<Trans>Where the money is</Trans>} />
      <Entry to="/pages/my/security" icon="shield" title={<Trans>Security and devices</Trans>} />
      <Entry to="/pages/auth/bind" icon="user" title={<Trans>Bind phone</Trans>} />
      <Entry to="/pages/auth/changePassword" icon="shield" title={<Trans>Change password</Trans>} />
      <li>
        <Link to="/pages/auth/changePassword" search={{ of: 'transaction' }} className={rowLinkClass}>
          <ListRow start="shield" title={<Trans>Transaction password</Trans>} leads />
        </Link>
      </li>
    </List>
  )
}

function Entry({
  to,
  icon,
  title,
  end,
}: {
  to: NonNullable<LinkProps['to']>
  icon: IconName
  title: ReactNode
  end?: ReactNode
}) {
  return (
    <li>
      <Link to={to} className={rowLinkClass}>
        <ListRow start={icon} title={title} end={end} leads />
      </Link>
    </li>
  )
}
