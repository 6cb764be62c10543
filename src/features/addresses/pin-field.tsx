import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { requestLocation } from '../../entities/location-request.ts'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import type { Position } from '../../lib/distance.ts'
import { Button } from '../../ui/button.tsx'
import { regionsOf } from './queries.ts'

interface PinFieldProps {
  /** Null where no pin is set. */
  position: Position | null
  /** The chosen city, where the map begins; empty until one is chosen. */
  regionId: string
  country: string
  onRemove: () => void
  /** Keeps what was typed, before the map takes the form's place. */
  onLeave: () => Promise<void>
}

/** The address's pin on the map, which is set on a page of its own. */
export function PinField({ position, regionId, country, onRemove, onLeave }: PinFieldProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isMapOff = useIsPageOff('/choose-location')
  const regions = useQuery(regionsOf(country)).data?.items
  const from = position ?? regions?.find((it) => it.id === regionId)?.position ?? undefined
  if (isMapOff && !position) return null
  async function leave() {
    await onLeave()
    requestLocation('address')
    void navigate({ to: '/choose-location', search: { for: 'address', ...from } })
  }
  return (
    <section aria-label={t`Pin on the map`} className="flex flex-col gap-1.5">
      <p className="text-small font-strong">
        <Trans>Pin on the map</Trans>
      </p>
      <p className="text-small text-ink-soft">
        {position ? (
          <bdi dir="ltr" className="figures">
            {position.latitude.toFixed(4)}, {position.longitude.toFixed(4)}
          </bdi>
        ) : (
          <Trans>Not set. A pin helps the courier find your door.</Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isMapOff && (
          <Button look="quiet" size="small" icon="map-pin" onClick={() => void leave()}>
            {position ? <Trans>Move the pin</Trans> : <Trans>Set on the map</Trans>}
          </Button>
        )}
        {position && (
          <Button look="plain" size="small" onClick={onRemove}>
            <Trans>Remove the pin</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
