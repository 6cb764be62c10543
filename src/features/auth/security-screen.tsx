import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { BelowLoading } from '../../ui/below-loading.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DeviceSection } from './devices/device-section.tsx'
import { PasskeySection } from './passkeys/passkey-section.tsx'
import { PasswordEntries } from './password-entries.tsx'

export const Route = createFileRoute('/pages/my/security')({ component: SecurityScreen })

function SecurityScreen() {
  const client = useQueryClient()
  return (
    <Screen>
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <PasswordEntries />
        <PasskeySection />
        <BelowLoading>
          <DeviceSection />
        </BelowLoading>
      </PullToRefresh>
    </Screen>
  )
}
