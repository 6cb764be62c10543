import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { updateProfile } from '#protocol/settings.ts'
import { needsAttention, type Command } from '../../outbox/command.ts'
import { shownState } from '../../outbox/shown.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { PendingBadge } from '../../entities/pending-badge.tsx'
import { ReplyReason } from '../../entities/reply-reason.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'
import { dismiss } from '../../outbox/dismiss.ts'

interface NicknameFormProps {
  nickname: string | null
  /** The last edit that the server has not confirmed. */
  pending: Command | undefined
}

const longest = 40

/** The form of the nickname. The name is saved on this device first. An empty name removes it. */
export function NicknameForm({ nickname, pending }: NicknameFormProps) {
  const { t } = useLingui()
  const { isBusy, run } = useCommand(updateProfile)
  const tell = useTellOutcome()
  const [typed, type] = useState<string>()
  const value = (typed ?? nickname ?? '').trim()
  const isChanged = value !== (nickname ?? '')
  const submit = async () => {
    if (isChanged && tell(await run({ nickname: value === '' ? null : value }))) type(undefined)
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={t`Nickname`}
        hint={t`Others only ever see it masked.`}
        value={typed ?? nickname ?? ''}
        maxLength={longest}
        autoComplete="nickname"
        enterKeyHint="done"
        onChange={(event) => type(event.target.value)}
      />
      <div role="status" className="empty:absolute">
        {pending && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft">
            <PendingBadge state={shownState(pending)} />
            {needsAttention(pending) && (
              <>
                <ReplyReason reply={pending.reply} />
                <Button look="plain" size="small" onClick={() => void dismiss(pending.id)}>
                  <Trans>Dismiss</Trans>
                </Button>
              </>
            )}
          </p>
        )}
      </div>
      <Button type="submit" wide busy={isBusy} disabled={!isChanged}>
        <Trans>Save name</Trans>
      </Button>
    </form>
  )
}
