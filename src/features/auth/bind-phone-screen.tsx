import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/auth/bind')({ component: BindPhoneScreen })

function BindPhoneScreen() {
  return <YetToCome near="/pages/my/set" />
}
