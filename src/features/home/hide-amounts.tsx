import { useLingui } from '@lingui/react/macro'
import { chooseHiddenAmounts } from '../../lib/choose-hidden-amounts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useAmountsHidden } from '../../ui/hidden-amount.tsx'

/** The eye: draws every amount of the member's own as dots, on this device, until it is pressed again. */
export function HideAmounts({ memberId }: { memberId: string }) {
  const { t } = useLingui()
  const isHidden = useAmountsHidden()
  return (
    <IconButton
      icon={isHidden ? 'eye-off' : 'eye'}
      label={t`Hide amounts`}
      aria-pressed={isHidden}
      onClick={() => chooseHiddenAmounts(memberId, 'hidden', !isHidden)}
    />
  )
}
