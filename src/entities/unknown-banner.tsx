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
        We don't know yet if it went through: the connection dropped. We check as soon as you're online. It can't happen
        twice.
      </Trans>
    </Banner>
  )
}
