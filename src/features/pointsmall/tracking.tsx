import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PointsOrder } from '#protocol/pointsmall.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The number of a parcel, to be copied, and a link to its carrier; nothing until it has left. */
export function Tracking({ order: { carrier, tracking, trackingUrl } }: { order: PointsOrder }) {
  const copy = useCopy()
  if (tracking === null) return null
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <p>
          <span className="block text-small text-ink-soft">{carrier}</span>
          <bdi className="figures block text-title font-strong wrap-anywhere select-all" dir="ltr">
            {tracking}
          </bdi>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" size="small" icon="copy" onClick={() => copy(tracking)}>
            <Trans>Copy number</Trans>
          </Button>
          {trackingUrl !== null && (
            <Link
              to="/pages/web/webview"
              search={{ url: trackingUrl }}
              className={buttonClass({ look: 'quiet', size: 'small' })}
            >
              <Trans>Track the parcel</Trans>
            </Link>
          )}
        </div>
      </div>
    </Card>
  )
}
