import { memo, useMemo } from 'react'
import { gathered } from '../lib/map-groups.ts'
import { toShare } from '../lib/map-view.ts'
import { MapPin } from './map-pin.tsx'
import type { MapPlace } from './position-map.tsx'

/** Pins closer together than a fingertip (in pixels) are grouped. */
export const fingertip = 40

interface MapPinsProps {
  places: readonly MapPlace[]
  selected: string | undefined
  /** The size of the world, in pixels, at which the places are grouped. */
  level: number
  /** The anchor of the layer, in pixels of that world. */
  left: number
  top: number
  /** Pixels around the anchor in which pins are drawn. */
  reach: number
  onSelect: ((id: string) => void) | undefined
  onCloser: (places: readonly MapPlace[]) => void
  onReached: (place: MapPlace) => void
}

/** The pins around the anchor. They are not rendered again while the map is only moved or zoomed a little. */
export const MapPins = memo(function MapPins({
  places,
  selected,
  level,
  left,
  top,
  reach,
  onSelect,
  onCloser,
  onReached,
}: MapPinsProps) {
  const shares = useMemo(() => places.map((place) => ({ place, ...toShare(place.at) })), [places])
  const groups = useMemo(() => {
    const points = shares.map(({ place, x, y }) => ({ place, x: x * level, y: y * level }))
    // The selected place stands at the head of its group.
    const at = points.findIndex((it) => it.place.id === selected)
    return gathered(at > 0 ? [points[at]!, ...points.slice(0, at), ...points.slice(at + 1)] : points, fingertip)
  }, [shares, level, selected])
  return groups.map((group) => {
    const [first] = group
    if (!first) return null
    const [x, y] = [shorter(first.x - left, level), first.y - top]
    if (Math.abs(x) > reach || Math.abs(y) > reach) return null
    return (
      <MapPin
        key={first.place.id}
        x={x}
        y={y}
        places={group.map((it) => it.place)}
        isSelected={group.some((it) => it.place.id === selected)}
        onSelect={onSelect}
        onCloser={onCloser}
        onReached={onReached}
      />
    )
  })
})

/** By the shorter way round the earth, whose equator has this many pixels. */
function shorter(x: number, world: number): number {
  return x - Math.round(x / world) * world
}
