import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/index/team')({ component: TeamScreen })

function TeamScreen() {
  return <YetToCome near="/pages/my/invite" />
}
