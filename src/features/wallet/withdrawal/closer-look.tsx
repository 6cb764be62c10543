import { Trans } from '@lingui/react/macro'
import { Banner } from '../../../ui/banner.tsx'
import { useWhen } from '../../../entities/use-when.ts'

/** Says that the account was changed shortly before the request, and what follows from it. */
export function CloserLook({ until }: { until: string }) {
  const when = useWhen()(until)
  return (
    <Banner icon="shield">
      <Trans>
        Your account changed shortly before this: a new device, password, card, passkey or phone. Until {when} this
        withdrawal is marked for a closer look. That alone doesn't refuse it.
      </Trans>
    </Banner>
  )
}
