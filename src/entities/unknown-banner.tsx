import { Trans } from '@lingui/react/macro'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/**
 * Shown when a command was sent and its response was lost. Until the outcome is known, the screen sends no other
 * command.
 */
export function UnknownBanner({ onCheck, isChecking }: { onCheck: () => void; isChecking: boolean }) {
  return (
    <Banner
      tone="warning"
      icon="warning"
      action={
        <Button look="plain" size="small" busy={isChecking} onClick={onCheck}>
          <Trans>Check now</Trans>
        </Button>
      }
    >
      <Trans>
        Not known yet whether it was done: the network broke off on the way. It is checked by itself as soon as there is
        a network, and can't happen twice.
      </Trans>
    </Banner>
  )
}
