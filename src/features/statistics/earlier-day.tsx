import { Trans } from '@lingui/react/macro'
import { Age } from '../../ui/age.tsx'

/** Of stored figures that are about an earlier day than the one chosen: what is missing, and when they were true. */
export function EarlierDay({ at }: { at: number }) {
  return (
    <>
      <Trans>What's saved here is from an earlier day. The day you chose loads when you're back online.</Trans>{' '}
      <Age at={at} />
    </>
  )
}
