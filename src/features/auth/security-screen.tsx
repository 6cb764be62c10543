import { createFileRoute } from '@tanstack/react-router'
import { BelowLoading } from '../../ui/below-loading.tsx'
import { Screen } from '../../ui/screen.tsx'
import { DeviceSection } from './devices/device-section.tsx'
import { PasskeySection } from './passkeys/passkey-section.tsx'
import { PasswordEntries } from './password-entries.tsx'

export const Route = createFileRoute('/pages/my/security')({ component: SecurityScreen })

function SecurityScreen() {
  return (
    <Screen>
      <PasswordEntries />
      <PasskeySection />
      <BelowLoading>
        <DeviceSection />
      </BelowLoading>
    </Screen>
  )
}
