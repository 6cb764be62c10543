import { Plural, Trans } from '@lingui/react/macro'
import type { LockAfter } from '../../../lib/app-lock/lock-state.ts'

export function AfterWords({ after }: { after: LockAfter }) {
  if (after === 0) return <Trans>At once</Trans>
  return <Plural value={after} one="After # minute" other="After # minutes" />
}
