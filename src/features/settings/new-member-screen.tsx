import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/my/newUser')({ component: NewMemberScreen })

function NewMemberScreen() {
  return <YetToCome near="/pages/index/my" />
}
