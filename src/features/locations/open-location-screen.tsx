import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { distanceKm, distanceText, type Position } from '../../lib/distance.ts'
import { Age } from '../../ui/age.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlaceMap } from '../../entities/place-map.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { DirectionsLink } from './directions-link.tsx'
import { coordinatesText } from './directions.ts'
import { openLocationSearch } from './search.ts'
import { useLastPosition, useLocating } from './use-locating.tsx'

export const Route = createFileRoute('/open-location')({
  validateSearch: openLocationSearch,
  component: OpenLocationScreen,
})

const route = getRouteApi('/open-location')

function OpenLocationScreen() {
  const { latitude, longitude, name, address } = route.useSearch()
  if (latitude === undefined || longitude === undefined) return <NoPlace />
  return <Place at={{ latitude, longitude }} name={name} address={address} />
}

interface PlaceProps {
  at: Position
  name: string | undefined
  address: string | undefined
}

/** One place on the map, how far it is, and the way there by the phone's own map app. */
function Place({ at: { latitude, longitude }, name, address }: PlaceProps) {
  const { t } = useLingui()
  const here = useLastPosition()
  const coordinates = coordinatesText({ latitude, longitude })
  const label = name ?? address ?? coordinates
  const places = useMemo(
    () => [{ id: 'place', at: { latitude, longitude }, label, icon: 'map-pin' as const }],
    [latitude, longitude, label],
  )
  async function copy() {
    try {
      await navigator.clipboard.writeText(coordinates)
      toast(t`Coordinates copied`, { tone: 'positive' })
    } catch {
      toast(t`This browser doesn't let the app copy them.`, { duration: 6000 })
    }
  }
  const query = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    ...(name && { name }),
    ...(address && { address }),
  })
  return (
    <Screen
      {...(name && { title: name })}
      actions={<ShareButton title={label} address={`#/open-location?${query}`} />}
      bottom={<DirectionsLink at={{ latitude, longitude }} name={name ?? address} />}
    >
      <PlaceMap label={t`Map of this place`} places={places} selected="place" here={here} />
      <Card>
        <Facts>
          {address && (
            <Fact name={<Trans>Address</Trans>}>
              <bdi>{address}</bdi>
            </Fact>
          )}
          <Fact name={<Trans>Coordinates</Trans>}>
            <bdi dir="ltr">{coordinates}</bdi>
          </Fact>
          <Distance at={{ latitude, longitude }} />
        </Facts>
        <div className="mt-4">
          <Button look="quiet" size="small" icon="copy" onClick={() => void copy()}>
            <Trans>Copy the coordinates</Trans>
          </Button>
        </div>
      </Card>
    </Screen>
  )
}

/** As the crow flies from where the device last was; without that, a way to find out. */
function Distance({ at }: { at: Position }) {
  const { i18n } = useLingui()
  const here = useLastPosition()
  const { begin, isAsking, overlays } = useLocating(() => {})
  return (
    <Fact name={<Trans>Distance from you</Trans>}>
      {here && (
        <>
          <span className="block">{distanceText(distanceKm(here, at), i18n.locale)}</span>
          <Age at={here.foundAt} />
        </>
      )}
      <span className="block">
        <Button look="plain" size="small" icon={here ? 'refresh' : 'map-pin'} busy={isAsking} onClick={begin}>
          {here ? <Trans>Update my location</Trans> : <Trans>How far is it?</Trans>}
        </Button>
      </span>
      {overlays}
    </Fact>
  )
}

/** Shown where the URL names no place. */
function NoPlace() {
  return (
    <Screen>
      <EmptyState
        art="no-places"
        title={<Trans>This link has no location</Trans>}
        action={
          <Link to="/choose-location" className={buttonClass({ look: 'quiet' })}>
            <Trans>See the map</Trans>
          </Link>
        }
      />
    </Screen>
  )
}
