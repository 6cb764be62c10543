import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { canBeCancelled, canBeSentAgain } from '../../outbox/transition.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useReason } from '../../ui/use-reason.ts'
import { keepMine, keepTheirs } from '../../outbox/conflict.ts'
import { cancel, check } from './commands.ts'
import { useRetry } from './use-retry.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { dismiss } from '../../outbox/dismiss.ts'

/** The actions that a command allows in its state. */
export function QueueActions({ command }: { command: Command }): ReactNode {
  const { id, state, delivery } = command
  switch (state) {
    case 'queued':
      if (delivery === 'foreground') return null
      return (
        <Line>
          <Retry id={id} />
          {canBeCancelled(command) && <Cancel id={id} />}
        </Line>
      )
    case 'unknown':
      return (
        <Line>
          <Check id={id} />
        </Line>
      )
    case 'awaitingSignIn':
      return (
        <Line>
          <Link to="/pages/auth/login" className={linkClass}>
            <Trans>Log in</Trans>
          </Link>
        </Line>
      )
    case 'needsUpdate':
      return (
        <Line>
          <Link to="/pages/my/update" className={linkClass}>
            <Trans>Update</Trans>
          </Link>
        </Line>
      )
    case 'conflict':
      return (
        <Line>
          <Conflict command={command} />
        </Line>
      )
    case 'quarantined':
      return (
        <Line>
          {command.call !== '' && <Retry id={id} />}
          <CopyDetails command={command} />
          <AskForHelp />
          <Remove id={id} />
        </Line>
      )
    case 'lost':
      return (
        <Line>
          {canBeSentAgain(command) && <SendAgain id={id} />}
          <AskForHelp />
          <Dismiss id={id} />
        </Line>
      )
    case 'rejected':
      return (
        <Line>
          {shownState(command) !== 'notSent' && <AskForHelp />}
          <Dismiss id={id} />
        </Line>
      )
    default:
      return null
  }
}

function AskForHelp() {
  return (
    <Link to="/pages/my/help" className={linkClass}>
      <Trans>Contact support</Trans>
    </Link>
  )
}

const linkClass = buttonClass({ look: 'plain', size: 'small' })

function Line({ children }: { children: ReactNode }) {
  return <div className="-ms-4 flex flex-wrap">{children}</div>
}

function Retry({ id }: { id: string }) {
  const retry = useRetry()
  return (
    <Button look="plain" size="small" onClick={() => retry(id)}>
      <Trans>Try now</Trans>
    </Button>
  )
}

function Check({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    await check(id).finally(() => setBusy(false))
  }
  return (
    <Button look="plain" size="small" busy={isBusy} onClick={() => void ask()}>
      <Trans>Check now</Trans>
    </Button>
  )
}

/**
 * The request has the same idempotency key: if the server already has the command, it answers as before and does
 * nothing.
 */
function SendAgain({ id }: { id: string }) {
  const retry = useRetry()
  return (
    <Button look="plain" size="small" onClick={() => retry(id)}>
      <Trans>Send again</Trans>
    </Button>
  )
}

function Dismiss({ id }: { id: string }) {
  return (
    <Button look="plain" size="small" onClick={() => void dismiss(id)}>
      <Trans>Dismiss</Trans>
    </Button>
  )
}

function Cancel({ id }: { id: string }) {
  const { t } = useLingui()
  const take = async () => {
    if (!(await cancel(id))) toast(t`Too late: it's already being sent.`)
  }
  return (
    <Button look="plain" size="small" onClick={() => void take()}>
      <Trans>Undo</Trans>
    </Button>
  )
}

function Conflict({ command }: { command: Command }) {
  const reason = useReason()
  const [isBusy, setBusy] = useState(false)
  const mine = () => {
    setBusy(true)
    keepMine(command)
      .catch((error: unknown) => toast(reason(error), { tone: 'danger', duration: 6000 }))
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Button look="plain" size="small" busy={isBusy} onClick={mine}>
        <Trans>Keep mine</Trans>
      </Button>
      <Button look="plain" size="small" onClick={() => void keepTheirs(command)}>
        <Trans>Keep the other</Trans>
      </Button>
    </>
  )
}

/** Copies the details for support, without anything that the member wrote. */
function CopyDetails({ command: { id, call, madeAt, seq, attempt, state, reply } }: { command: Command }) {
  const copy = useCopy({ isOnScreen: false })
  return (
    <Button
      look="plain"
      size="small"
      icon="copy"
      onClick={() => copy(JSON.stringify({ id, call, madeAt, seq, attempt, state, reply }, null, 2))}
    >
      <Trans>Copy details</Trans>
    </Button>
  )
}

/** Removes a command, only after a confirmation, because what the member did is then lost. */
function Remove({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button look="plain" size="small" onClick={() => setAsked(true)}>
        <Trans>Remove</Trans>
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>Remove it from this device?</Trans>}
        actions={
          <>
            <Button wide look="danger" onClick={() => void dismiss(id)}>
              <Trans>Remove</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <Trans>It wasn't done. Once removed, this device no longer knows about it.</Trans>
      </Dialog>
    </>
  )
}
