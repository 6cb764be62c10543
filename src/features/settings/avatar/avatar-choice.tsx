import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { codeOf } from '#protocol/errors.ts'
import { updateProfile } from '#protocol/settings.ts'
import { PendingBadge } from '../../../entities/pending-badge.tsx'
import { ReplyReason } from '../../../entities/reply-reason.tsx'
import { useTellOutcome } from '../../../entities/use-tell-outcome.ts'
import { needsAttention, type Command } from '../../../outbox/command.ts'
import { dismiss } from '../../../outbox/dismiss.ts'
import { useAvatar } from '../../../outbox/pending-avatar.ts'
import { shownState } from '../../../outbox/shown.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'

interface AvatarChoiceProps {
  name: string | null
  avatarUrl: string | null
  /** When the server answered `avatarUrl`, in milliseconds. */
  at: number
  canRemove?: boolean
  children?: ReactNode
}

/** The avatar in a form: a new picture shows at once from this device, with the state of its upload. */
export function AvatarChoice({ name, avatarUrl, at, canRemove = false, children }: AvatarChoiceProps) {
  const { src, pending } = useAvatar(avatarUrl, at)
  const { run, isBusy } = useCommand(updateProfile)
  const tell = useTellOutcome()
  const remove = async () => {
    tell(await run({ avatarId: null }))
  }
  return (
    <>
      <Avatar name={name ?? undefined} src={src} size="large" />
      <div className="min-w-0 flex-[1_1_10rem]">
        {children}
        <div className="-ms-4 flex flex-wrap">
          <Link to="/pages/cropper/cropper" className={buttonClass({ look: 'plain', size: 'small' })}>
            {src ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
          </Link>
          {canRemove && src && (
            <Button look="plain" size="small" busy={isBusy} onClick={() => void remove()}>
              <Trans>Remove picture</Trans>
            </Button>
          )}
        </div>
        <div role="status" className="empty:absolute">
          {pending && <Pending command={pending} />}
        </div>
      </div>
    </>
  )
}

function Pending({ command }: { command: Command }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft">
      <PendingBadge state={shownState(command)} />
      <Why command={command} />
      {needsAttention(command) && (
        <Button look="plain" size="small" onClick={() => void dismiss(command.id)}>
          <Trans>Dismiss</Trans>
        </Button>
      )}
    </p>
  )
}

/** An unreadable answer to an upload mostly comes from a proxy that found the picture too large. */
function Why({ command: { reply, waiting, state } }: { command: Command }): ReactNode {
  if (state === 'queued' && waiting?.why === 'notOurs')
    return (
      <Trans>
        We couldn't read the answer. The image may be too large for this network, or the network wants you to log in.
        It's saved here and sent again.
      </Trans>
    )
  if (!reply) return null
  const code = codeOf(reply.errno)
  return code === 'body_too_large' || code === 'picture_unusable' ? (
    <Trans>The image is too large or can't be read. Choose another one.</Trans>
  ) : (
    <ReplyReason reply={reply} />
  )
}
