import { Plural, Trans } from '@lingui/react/macro'

/** How long an order can be cancelled; 0 hours is not at all. */
export function CancelWithin({ hours }: { hours: number }) {
  return hours === 0 ? <Trans>can't be cancelled</Trans> : <Plural value={hours} one="# hour" other="# hours" />
}
