import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { responseDelay } from '../api/api.ts'
import type { Command } from '../outbox/command.ts'
import { commands } from '../outbox/current-commands.ts'
import { isOutOfSpace } from '../outbox/free-space.ts'
import { offlineStatus, type OfflineStatus } from '../cache/prefetch/offline-status.ts'
import { useSignedIn } from '../cache/use-signed-in.ts'
import { storageLost } from '../cache/settle-cache.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useOnline } from '../ui/use-online.ts'
import { heightAs } from './height-as.ts'
import { confirmedLate, statusOf, type Status } from './status.ts'

/** The line's message, or undefined. Also shows a toast for commands that were confirmed after a delay. */
function useStatus(): Status | undefined {
  const isOnline = useOnline()
  const isSignedIn = useSignedIn() !== undefined
  const isStorageLost = useSyncExternalStore(storageLost.subscribe, storageLost.getSnapshot)
  const isFull = useSyncExternalStore(isOutOfSpace.subscribe, isOutOfSpace.getSnapshot, isOutOfSpace.getSnapshot)
  const delay = useSyncExternalStore(responseDelay.subscribe, responseDelay.getSnapshot)
  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  useLateConfirmation(rows)
  return statusOf({
    commands: rows,
    isSignedIn,
    isOnline,
    responseDelay: delay,
    isStorageLost,
    isOutOfSpace: isFull,
    filling: useFirstFilling(),
  })
}

const worthAWordMs = 2000

/** The first offline prefetch of this device, once it has taken long enough to be worth a message. */
function useFirstFilling(): OfflineStatus | undefined {
  const now = useSyncExternalStore(offlineStatus.subscribe, offlineStatus.getSnapshot)
  const isUnderWay = now.isFirst && now.state === 'running'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setLong(true), worthAWordMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isUnderWay])
  return isUnderWay && isLong ? now : undefined
}

function useLateConfirmation(rows: readonly Command[]): void {
  const { t } = useLingui()
  const before = useRef(rows)
  useEffect(() => {
    const count = confirmedLate(before.current, rows)
    before.current = rows
    if (count > 0)
      toast(t`${plural(count, { one: 'A saved action was confirmed', other: '# saved actions were confirmed' })}`, {
        tone: 'positive',
      })
  }, [rows, t])
}

interface Look {
  icon: IconName
  to: NonNullable<LinkProps['to']>
  className: string
}

const calm = 'bg-ink text-canvas'
const urgent = 'bg-warning-soft text-warning'

const looks: Record<Status['kind'], Look> = {
  lost: { icon: 'warning', to: '/pages/my/offline', className: urgent },
  attention: { icon: 'warning', to: '/pages/my/queue', className: urgent },
  unknown: { icon: 'warning', to: '/pages/my/queue', className: urgent },
  signIn: { icon: 'user', to: '/pages/auth/login', className: urgent },
  suspended: { icon: 'user', to: '/pages/auth/login', className: calm },
  update: { icon: 'refresh', to: '/pages/my/update', className: urgent },
  outOfSpace: { icon: 'warning', to: '/pages/my/queue', className: urgent },
  waiting: { icon: 'cloud-queue', to: '/pages/my/queue', className: calm },
  offline: { icon: 'offline', to: '/pages/my/offline', className: calm },
  responseDelay: { icon: 'cloud-queue', to: '/pages/my/offline', className: calm },
  filling: { icon: 'download', to: '/pages/my/offline', className: calm },
}

const measured = heightAs('--strip', 'page')

// The line covers the lower edge of popups; sheets and dialogs leave space for it. There it takes no tap, because a tap
// would leave the popup and lose its input.
const lineClass = classNames(
  'layer-no-network fixed inset-x-0 bottom-(--bar) wide:start-(--start)',
  'in-[:root:has(.layer-popup:not([hidden]))]:pointer-events-none in-[:root:has(.layer-popup:not([hidden]))]:start-0 in-[:root:has(.layer-popup:not([hidden]))]:[--bar:0px]',
)

/** The line at the bottom: the state of the network and of waiting commands. It links to the page with the details. */
export function StatusLine() {
  const status = useStatus()
  const look = status && looks[status.kind]
  return (
    // A live region is also read while a popup is open: popups hide everything else from screen readers.
    <div role="status" aria-live="polite" className={lineClass}>
      {look && (
        <Link
          ref={measured}
          to={look.to}
          className={classNames(
            'flex min-h-11 items-center justify-center gap-2 px-4 pt-1 text-small font-strong',
            'pb-[calc(0.25rem+max(0px,var(--safe-bottom)-var(--bar)))]',
            look.className,
          )}
        >
          <Icon name={look.icon} size="small" />
          <span className="min-w-0 text-pretty">
            <Words status={status} />
          </span>
        </Link>
      )}
    </div>
  )
}

function Words({ status }: { status: Status }) {
  switch (status.kind) {
    case 'lost':
      return <Trans>This browser deleted your saved data</Trans>
    case 'attention':
      return <Plural value={status.count} one="An action needs your attention" other="# actions need your attention" />
    case 'unknown':
      return (
        <Plural
          value={status.count}
          one="One action: we don't know yet if it went through"
          other="# actions: we don't know yet if they went through"
        />
      )
    case 'signIn':
      return <Plural value={status.count} one="Log in to send a saved action" other="Log in to send # saved actions" />
    case 'suspended':
      return (
        <Plural
          value={status.count}
          one="A saved action is waiting for you to log in"
          other="# saved actions are waiting for you to log in"
        />
      )
    case 'update':
      return <Plural value={status.count} one="Update to send a saved action" other="Update to send # saved actions" />
    case 'outOfSpace':
      return <Trans>Not sent: this device is out of space.</Trans>
    case 'waiting':
      return (
        <Plural
          value={status.count}
          one="A saved action is waiting for the server"
          other="# saved actions are waiting for the server"
        />
      )
    case 'responseDelay':
      return status.delay === 'waiting' ? (
        <Trans>Waiting for the server</Trans>
      ) : (
        <Trans>The server isn't answering</Trans>
      )
    case 'filling':
      return <ReadyWords done={status.done} total={status.total} />
    case 'offline':
      return (
        <Plural
          value={status.count}
          _0="Offline: you see what was saved here"
          one="Offline: one action is saved and will be sent later"
          other="Offline: # actions are saved and will be sent later"
        />
      )
  }
}

function ReadyWords({ done, total }: { done: number; total: number }) {
  return (
    <Trans>
      Saving for offline use: {done} of {total}
    </Trans>
  )
}
