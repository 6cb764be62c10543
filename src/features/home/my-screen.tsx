import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { plural } from '@lingui/core/macro'
import { Suspense } from 'react'
import { useUnread } from '../../outbox/read-marks.ts'
import { BelowFold } from '../../ui/below-fold.tsx'
import { BelowLoading, StillLoading } from '../../ui/below-loading.tsx'
import { lazy, Nothing } from '../../ui/lazy.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Eye } from './eye.tsx'
import { MemberCard } from './member-card.tsx'
import { MyEntries } from './my-entries.tsx'
import { MyUnits } from './my-units.tsx'
import { newestMessage } from './queries.ts'
import { useFirstSteps } from './use-first-steps.ts'
import { WalletCard } from './wallet-card.tsx'

// Loaded only for those who still have steps to take.
const FirstStepsCard = lazy(() => import('./first-steps-card.tsx').then((it) => it.FirstStepsCard), Nothing)

export const Route = createFileRoute('/pages/index/my')({ component: MyScreen })

/** The member's own page: profile, wallets, machines and their income. */
function MyScreen() {
  const client = useQueryClient()
  const steps = useFirstSteps()
  return (
    <Screen hasBack={false} width="panes" actions={<Actions />}>
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <div className="grid items-start gap-6 wide:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-6">
            <MemberCard />
            <WalletCard />
          </div>
          <div className="flex min-w-0 flex-col gap-6 max-wide:below-loading">
            {steps === undefined && <StillLoading />}
            {steps && (
              <Suspense fallback={<StillLoading />}>
                <FirstStepsCard taken={steps} />
              </Suspense>
            )}
            <BelowLoading>
              {/* The step that buys the first machine stands in place of the empty list. */}
              {steps?.machine !== false && <MyUnits />}
              <BelowFold>
                <MyEntries />
              </BelowFold>
            </BelowLoading>
          </div>
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function Actions() {
  const { t } = useLingui()
  const unread = useUnread(useQuery(newestMessage))
  const words =
    unread === 0 ? t`Messages` : t`${plural(unread, { one: 'Messages: # unread', other: 'Messages: # unread' })}`
  return (
    <>
      <Eye />
      <IconLink to="/subPages/message/list" icon="bell" label={words} badge={unread} />
      <IconLink to="/pages/my/set" icon="settings" label={t`Settings`} />
    </>
  )
}
