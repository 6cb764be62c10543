import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Position } from '../../lib/distance.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { directionsTo } from './directions.ts'

/**
 * Hands a place to the device's map app. Where the device has no such address, a web page shows it; the reader confirms
 * before the app leads there, so that no third party learns of a place unasked.
 */
export function DirectionsLink({ at, name }: { at: Position; name: string | undefined }) {
  const directions = directionsTo(at, name, navigator.userAgent)
  const inside = (
    <>
      <Icon name="map-pin" size="small" />
      {directions.kind === 'app' ? <Trans>Directions in the map app</Trans> : <Trans>Directions on a web map</Trans>}
    </>
  )
  const looks = buttonClass({ wide: true })
  return directions.kind === 'app' ? (
    <a href={directions.href} className={looks}>
      {inside}
    </a>
  ) : (
    <Link to="/pages/web/webview" search={{ url: directions.url }} className={looks}>
      {inside}
    </Link>
  )
}
