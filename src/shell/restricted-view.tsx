import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Switchable } from '#protocol/words.ts'
import { featureAt } from '../entities/switched-off.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Screen } from '../ui/screen.tsx'
import { toast } from '../ui/toast.tsx'
import { restrictedHome, standIn } from './tabs.ts'
import { useRelaunch } from './use-relaunch.ts'

interface Restricted {
  switchedOff: readonly string[]
}

/** A line on every page: which features are off, and who switched them off. Screen readers read it. */
export function RestrictedLine({ switchedOff }: Restricted) {
  const { t, i18n } = useLingui()
  const name = useFeatureName()
  useRelaunch(switchedOff, () => toast(t`The page you were on is turned off.`, { duration: 6000 }))
  const list = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(switchedOff.map(name))
  return (
    <aside className="-me-(--safe-end) flex items-start gap-2 bg-sunken py-2 ps-4 pe-[calc(1rem+var(--safe-end))] text-small text-ink max-wide:-ms-(--safe-start) max-wide:ps-[calc(1rem+var(--safe-start))]">
      <Icon name="info" size="small" />
      <span>
        <Trans>Restricted mode.</Trans> {switchedOff.length > 0 && <Trans>Turned off: {list}.</Trans>}{' '}
        <Trans>The operator of this server chose this.</Trans>
      </span>
    </aside>
  )
}

/** The page, or, where its feature is off, a screen that says so. */
export function Remaining({ switchedOff, path, children }: Restricted & { path: string; children: ReactNode }) {
  const { t } = useLingui()
  const name = useFeatureName()
  // The shell is redirecting to the page that replaces this one.
  if (standIn(path)) return null
  const feature = featureAt(path)
  if (feature === undefined || !switchedOff.includes(feature)) return children
  const what = name(feature)
  return (
    <Screen>
      <EmptyState
        art="not-built"
        title={t`Turned off: ${what}`}
        action={
          <Link to={restrictedHome} className={buttonClass()}>
            <Trans>Go to Home</Trans>
          </Link>
        }
      >
        <Trans>The operator of this server chose this.</Trans>{' '}
        <Trans>What you own is still under My, and you can withdraw as always.</Trans>
      </EmptyState>
    </Screen>
  )
}

/** Names of features in the member's language; a name that only the operator uses is shown as it is. */
function useFeatureName(): (feature: string) => string {
  const { t } = useLingui()
  const names: Record<Switchable, string> = {
    mall: t`Mall`,
    buying: t`Buying`,
    topup: t`Topping up`,
    news: t`News`,
    team: t`Invitations and team`,
    rewards: t`Check-in and rewards`,
    games: t`Games`,
    pointsmall: t`Points mall`,
    salary: t`Signing a contract`,
    locations: t`Maps`,
  }
  return (feature) => (feature in names ? names[feature as Switchable] : feature)
}
