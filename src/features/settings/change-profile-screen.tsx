import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Answer } from '#protocol/call.ts'
import type { userInfo } from '#protocol/auth.ts'
import { countries } from '../../entities/countries.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { AvatarChoice } from './avatar/avatar-choice.tsx'
import { useCommands } from './commands.ts'
import { NicknameForm } from './nickname-form.tsx'
import { ProfileLocale } from './profile-locale.tsx'
import { profile } from '../../entities/profile.ts'
import { editedName } from '../../outbox/edited-profile.ts'
import { useDate } from '../../entities/use-when.ts'

export const Route = createFileRoute('/pages/my/changeInfo')({ component: ChangeProfileScreen })

function ChangeProfileScreen() {
  const query = useQuery(profile)
  return (
    <Screen width="form">
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {({ userInfo: said }) => <Profile said={said} at={query.dataUpdatedAt} />}
      </QueryStates>
    </Screen>
  )
}

function Profile({ said, at }: { said: Answer<typeof userInfo>['userInfo']; at: number }) {
  const dateOf = useDate()
  const places = useQuery(countries).data?.items ?? []
  const { nickname, pending } = editedName(said, at, useCommands())
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <AvatarChoice name={nickname} avatarUrl={said.avatarUrl} at={at} canRemove>
            <p className="text-title font-strong wrap-anywhere">{nickname ?? <Trans>No nickname yet</Trans>}</p>
          </AvatarChoice>
        </div>
      </Card>
      <NicknameForm nickname={nickname} pending={pending} />
      <Section title={<Trans>Language and country</Trans>}>
        <ProfileLocale countries={places} />
      </Section>
      <Card>
        <Facts>
          <Fact name={<Trans>Phone number</Trans>}>
            <bdi>{said.phoneMasked}</bdi>
            <Link
              to="/pages/auth/bind"
              className="ms-3 inline-flex min-h-11 min-w-11 items-center justify-center font-strong text-accent-ink underline"
            >
              <Trans>Change</Trans>
            </Link>
          </Fact>
          <Fact name={<Trans>Member since</Trans>}>{dateOf(said.joinedAt)}</Fact>
        </Facts>
      </Card>
    </>
  )
}
