import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/my/inviteGift')({ component: InviteRewardsScreen })

function InviteRewardsScreen() {
  return <YetToCome near="/pages/my/invite" />
}
