import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { StateHead } from '../../ui/state-head.tsx'

/** The result of all steps in a sentence. */
export function CheckVerdict({ verdict }: { verdict: 'right' | 'wrong' | 'waiting' }) {
  switch (verdict) {
    case 'right':
      return (
        <Card>
          <StateHead
            tone="positive"
            icon="shield"
            title={<Trans>This draw is right</Trans>}
            text={<Trans>This device has computed it again from the published figures, and got the same.</Trans>}
          />
        </Card>
      )
    case 'wrong':
      return (
        <Card>
          <StateHead
            tone="danger"
            icon="warning"
            title={<Trans>This draw is not right</Trans>}
            text={
              <Trans>
                What this device computes is not what was recorded. The steps in red say where. Copy the figures and ask
                the operator to explain them.
              </Trans>
            }
          />
        </Card>
      )
    case 'waiting':
      return (
        <Card>
          <StateHead
            tone="neutral"
            icon="clock"
            title={<Trans>Not revealed yet</Trans>}
            text={
              <Trans>
                The server's seed is still in use for your next draws, so it is still secret. The draw can be computed
                once it is revealed.
              </Trans>
            }
          />
        </Card>
      )
  }
}
