import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { use, useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { updateProfile } from '#protocol/settings.ts'
import { profile } from '../../../entities/profile.ts'
import { useSavedDraft } from '../../../entities/use-saved-draft.ts'
import { useTellOutcome } from '../../../entities/use-tell-outcome.ts'
import { useAvatar } from '../../../outbox/pending-avatar.ts'
import { useCommand } from '../../../outbox/use-command.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { BackContext, Screen } from '../../../ui/screen.tsx'
import { DetailSkeleton } from '../../../ui/skeletons.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AvatarChoice } from './avatar-choice.tsx'
import { typedName } from './typed-name.ts'

export const Route = createFileRoute('/pages/my/newUser')({ component: NewUserScreen })

const longest = 40

/**
 * Shown once after registering: picture and name. Finishing requires a picture; skipping requires nothing
 * (specification 5).
 */
function NewUserScreen() {
  const query = useQuery(profile)
  return (
    <Screen
      width="form"
      lead={<Trans>Add a picture and a name to make this account yours. You can also do it later.</Trans>}
    >
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {({ userInfo: said }) => <Introduction said={said} at={query.dataUpdatedAt} />}
      </QueryStates>
    </Screen>
  )
}

function Introduction({ said, at }: { said: Answer<typeof userInfo>['userInfo']; at: number }) {
  const { t } = useLingui()
  const back = use(BackContext)
  const { src } = useAvatar(said.avatarUrl, at)
  const { run, isBusy } = useCommand(updateProfile)
  const tell = useTellOutcome()
  const draft = useSavedDraft(typedName, said.memberId)?.content
  const [typed, type] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const name = typed ?? draft ?? said.nickname ?? ''
  const change = (value: string) => {
    type(value)
    // Choosing a picture leaves this screen, so the typed name is saved as a draft.
    void typedName.save(said.memberId, value)
  }
  const leave = async () => {
    await typedName.remove(said.memberId)
    back()
  }
  const finish = async () => {
    setMissing(!src)
    if (!src) return
    const nickname = name.trim()
    if (nickname !== '' && nickname !== said.nickname && !tell(await run({ nickname }))) return
    await leave()
  }
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <AvatarChoice name={name || null} avatarUrl={said.avatarUrl} at={at} />
        </div>
      </Card>
      <TextField
        label={t`Nickname`}
        hint={t`Others only ever see it masked.`}
        value={name}
        maxLength={longest}
        autoComplete="nickname"
        enterKeyHint="done"
        onChange={(event) => change(event.target.value)}
      />
      <div role="alert">
        {isMissing && !src && (
          <Banner tone="danger" icon="warning">
            <Trans>Choose a picture to finish, or skip this step.</Trans>
          </Banner>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <Button wide busy={isBusy} onClick={() => void finish()}>
          <Trans>Finish</Trans>
        </Button>
        <Button wide look="plain" onClick={() => void leave()}>
          <Trans>Skip</Trans>
        </Button>
      </div>
    </>
  )
}
