import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PointsOrder } from '#protocol/pointsmall.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'

/** The number of a parcel, to be copied, and a link to its carrier; nothing until it has left. */
export function Tracking({ order: { carrier, tracking, trackingUrl } }: { order: PointsOrder }) {
  const { t } = useLingui()
  if (tracking === null) return null
  const copy = () =>
    navigator.clipboard.writeText(tracking).then(
      () => toast(t`Copied`, { tone: 'positive' }),
      () =>
        toast(t`This browser doesn't let the app copy. Select the text instead.`, { tone: 'danger', duration: 6000 }),
    )
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
          <Button look="quiet" size="small" icon="copy" onClick={() => void copy()}>
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
