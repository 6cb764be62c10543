import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { profile } from '../../entities/profile.ts'
import { QueryStates } from '../../ui/query-states.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { Invitation } from './invitation.tsx'
import { invitationLink } from './invitation-link.ts'
import { WhatCameOfIt } from './what-came-of-it.tsx'

export const Route = createFileRoute('/pages/my/invite')({ component: InviteScreen })

function InviteScreen() {
  const client = useQueryClient()
  const query = useQuery(profile)
  return (
    <Screen width="form">
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <QueryStates query={query} skeleton={<DetailSkeleton />}>
          {({ invitationUrl, userInfo: { invitationCode } }) => (
            <Invitation code={invitationCode} link={invitationLink(invitationUrl, invitationCode, location.origin)} />
          )}
        </QueryStates>
        <WhatCameOfIt />
      </PullToRefresh>
    </Screen>
  )
}
