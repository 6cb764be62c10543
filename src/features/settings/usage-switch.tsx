import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { reported } from '../../lib/report.ts'
import { agreeToUsage, usageConsent } from '../../outbox/usage.ts'
import { Switch } from '../../ui/switch.tsx'
import { usageSetting } from './queries.ts'

/** The member's consent to usage counts, on this device; absent where the operator collects none. */
export function UsageSwitch() {
  const isAgreed = useSyncExternalStore(usageConsent.subscribe, usageConsent.getSnapshot)
  const isTaken = useQuery(usageSetting).data?.value !== false
  if (!isTaken && !isAgreed) return null
  return (
    <Switch
      checked={isAgreed}
      onChange={(event) => void agreeToUsage(event.target.checked).catch(reported('usage: consent'))}
      hint={
        <Trans>
          How often each page is opened, sent at most once an hour. No names, no amounts, nothing from the pages
          themselves.
        </Trans>
      }
    >
      <Trans>Share usage statistics to improve the app</Trans>
    </Switch>
  )
}
