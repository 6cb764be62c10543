import { useLingui } from '@lingui/react/macro'
import { useSignedIn } from '../../cache/use-signed-in.ts'
import { chooseHiddenAmounts } from '../../lib/choose-hidden-amounts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useAmountsHidden } from '../../ui/hidden-amount.tsx'

/** The eye: draws every amount of the member's own as dots, on this device, until it is pressed again. */
export function HideAmounts() {
  const { t } = useLingui()
  const memberId = useSignedIn()
  const isHidden = useAmountsHidden()
  if (memberId === undefined) return null
  return (
    <IconButton
      icon={isHidden ? 'eye-off' : 'eye'}
      label={t`Hide amounts`}
      aria-pressed={isHidden}
      onClick={() => chooseHiddenAmounts(memberId, 'hidden', !isHidden)}
    />
  )
}
