import { Trans } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Section } from '../../ui/card.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ClearStored } from './clear-stored.tsx'
import { FailureList } from './failure-list.tsx'
import { LanguagesAboard } from './languages-aboard.tsx'
import { PrefetchLine } from './prefetch-line.tsx'
import { StoredList } from './stored-list.tsx'
import { LostNotice } from './lost-notice.tsx'
import { OfflineStatus } from './offline-status.tsx'
import { ReachLine } from './reach-line.tsx'
import { RefreshStored } from './refresh-stored.tsx'
import { StorageFacts } from './storage-facts.tsx'

export const Route = createFileRoute('/pages/my/offline')({ component: OfflineScreen })

/** What can be read offline, how old it is, and how much storage it takes. */
function OfflineScreen() {
  return (
    <Screen bottom={<RefreshStored />}>
      <LostNotice />
      <ReachLine />
      <OfflineStatus />
      <LanguagesAboard />
      <PrefetchLine />
      <Section title={<Trans>Saved pages</Trans>}>
        <StoredList />
      </Section>
      <Section title={<Trans>Storage on this device</Trans>}>
        <StorageFacts />
      </Section>
      <FailureList />
      <ClearStored />
    </Screen>
  )
}
