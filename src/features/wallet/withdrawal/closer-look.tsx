import { Trans, useLingui } from '@lingui/react/macro'
import { useMemberZone } from '../../../entities/profile.ts'
import { millisOf } from '../../../lib/clock.ts'
import { dateTimeText } from '../../../lib/dates.ts'
import { Banner } from '../../../ui/banner.tsx'

/** Says that the account was changed shortly before the request, and what follows from it. */
export function CloserLook({ until }: { until: string }) {
  const { i18n } = useLingui()
  const when = dateTimeText(millisOf(until), i18n.locale, useMemberZone())
  return (
    <Banner icon="shield">
      <Trans>
        Your account changed shortly before this: a new device, password, card, passkey or phone. Until {when} this
        withdrawal is marked for a closer look. That alone doesn't refuse it.
      </Trans>
    </Banner>
  )
}
