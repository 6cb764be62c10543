import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { streets as streetsCall } from '#protocol/locations.ts'
import { readOf } from '../cache/read-of.ts'
import { PositionMap, type PositionMapProps, type Streets } from '../ui/position-map.tsx'

const streetTiles = () => import('../cache/streets/street-tiles.ts')
const streetArchive = readOf(streetsCall, {})

/** A map of places, over streets where the operator has them. */
export function PlaceMap(props: Omit<PositionMapProps, 'streets'>) {
  const { address, attribution, isInvented } = useQuery(streetArchive).data?.archive ?? {}
  const streets = useMemo(
    (): Streets | undefined =>
      address === undefined
        ? undefined
        : {
            attribution: isInvented ? <Trans>Invented streets</Trans> : attribution,
            open: async () => (await streetTiles()).openStreetTiles(address),
            fetchFile: async (file) => (await streetTiles()).fetchBuildFile(file),
          },
    [address, attribution, isInvented],
  )
  return <PositionMap {...props} streets={streets} />
}
