import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { appVersion } from '#protocol/headers.ts'
import { countries } from '../../entities/countries.ts'
import { Section } from '../../ui/card.tsx'
import { Screen } from '../../ui/screen.tsx'
import { AmountSwitches } from './amount-switches.tsx'
import { AppEntries } from './app-entries.tsx'
import { AppLockRow } from './app-lock/app-lock-row.tsx'
import { BaseColours } from './base-colours.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { InstallRow } from './install-row.tsx'
import { LogOut } from './log-out.tsx'
import { LastScreenSwitch } from './last-screen-switch.tsx'
import { NotificationSwitch } from './notification-switch.tsx'
import { ProfileLocale } from './profile-locale.tsx'
import { PushChoices } from './push-choices.tsx'
import { ServerFacts } from './server-facts.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { UsageSwitch } from './usage-switch.tsx'
import { useLook } from './use-look.ts'
import { VibrationSwitch } from './vibration-switch.tsx'

export const Route = createFileRoute('/pages/my/set')({ component: SettingsScreen })

function SettingsScreen() {
  const { t } = useLingui()
  const places = useQuery(countries).data?.items ?? []
  const { look, choose } = useLook()
  return (
    <Screen>
      <Section title={<Trans>Language and country</Trans>}>
        <ProfileLocale countries={places} />
      </Section>
      <Section title={<Trans>Appearance</Trans>}>
        <div className="flex flex-col gap-4 rounded-lg bg-surface p-4 shadow-card">
          <ThemeChoice value={look.theme} onChange={(theme) => choose({ theme })} />
          <BaseColours look={look} onChange={choose} />
        </div>
      </Section>
      <Section title={<Trans>Notifications</Trans>}>
        <div className="rounded-lg bg-surface px-4 py-2 shadow-card">
          <NotificationSwitch />
          <VibrationSwitch />
          <PushChoices />
        </div>
      </Section>
      <Section title={<Trans>The app</Trans>}>
        <InstallRow />
        <AppEntries />
      </Section>
      <Section title={<Trans>Privacy</Trans>}>
        <AppLockRow />
        <div className="rounded-lg bg-surface px-4 py-2 shadow-card">
          <AmountSwitches />
          <LastScreenSwitch />
          <UsageSwitch />
        </div>
      </Section>
      <LogOut />
      <DeleteAccount />
      {/* Below the buttons, which it would move as it comes. */}
      <ServerFacts />
      <p className="text-center text-small text-ink-soft">{t`Voltfolio ${appVersion}`}</p>
    </Screen>
  )
}
