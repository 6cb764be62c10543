import { Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { StateHead } from '../../ui/state-head.tsx'

/** The result of all steps in a sentence. `unseen`: right, but this device doesn't know the hash that was shown. */
export function CheckVerdict({ verdict }: { verdict: 'right' | 'unseen' | 'wrong' | 'waiting' }) {
  switch (verdict) {
    case 'right':
      return (
        <Card>
          <StateHead
            tone="positive"
            icon="shield"
            title={<Trans>This draw is correct</Trans>}
            text={<Trans>This device computed it again from the published figures and got the same result.</Trans>}
          />
        </Card>
      )
    case 'unseen':
      return (
        <Card>
          <StateHead
            tone="neutral"
            icon="shield"
            title={<Trans>The figures fit together</Trans>}
            text={
              <Trans>
                This device computed the draw again and got the same result. It can't tell whether the seed is the one
                whose hash was shown before the draw.
              </Trans>
            }
          />
        </Card>
      )
    case 'wrong':
      return (
        <Card>
          <StateHead
            tone="danger"
            icon="warning"
            title={<Trans>This draw doesn't match</Trans>}
            text={
              <Trans>
                This device got a different result from the one recorded. The steps in red show where. Copy the figures
                and ask the operator to explain them.
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
                The server's seed is still in use for your next draws, so it's still secret. You can check this draw
                once the seed is revealed.
              </Trans>
            }
          />
        </Card>
      )
  }
}
