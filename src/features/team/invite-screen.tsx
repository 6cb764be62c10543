import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Art } from '../../ui/art.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Invitation } from './invitation.tsx'
import { invitationLink } from './invitation-link.ts'
import { profile } from '../../entities/profile.ts'

export const Route = createFileRoute('/pages/my/invite')({ component: InviteScreen })

function InviteScreen() {
  const query = useQuery(profile)
  return (
    <Screen width="form">
      <QueryStates query={query} skeleton={<DetailSkeleton />}>
        {({ invitationUrl, userInfo: { invitationCode } }) => (
          <Invitation code={invitationCode} link={invitationLink(invitationUrl, invitationCode, location.origin)} />
        )}
      </QueryStates>
      <div className="flex flex-col items-center gap-4 text-center">
        <Art name="gift-box" size="scene" />
        <p className="text-ink-soft text-pretty">
          <Trans>
            You get 300 gold coins for each person who signs up with your code. That is all there is to it: nothing
            depends on what they buy or pay in, and nobody's money becomes yours.
          </Trans>
        </p>
      </div>
    </Screen>
  )
}
