import { createFileRoute } from '@tanstack/react-router'
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
      <DeviceSection />
    </Screen>
  )
}
