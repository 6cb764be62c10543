import { useLingui } from '@lingui/react'
import { distanceText, type Position } from '../lib/distance.ts'
import { scaleBar, toPoint, toPosition, type MapView, type Point, type Size } from '../lib/map-view.ts'
import type { MapFocus } from './position-map.tsx'

interface MapGroundProps {
  view: MapView
  size: Size
  here: Position | undefined
  focus: MapFocus | undefined
}

/** What is seen where no streets are: lines of latitude and longitude. */
export function MapGrid({ view, size }: Pick<MapGroundProps, 'view' | 'size'>) {
  const { width, height } = size
  return (
    <svg
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path d={gridPath(view, size, scaleBar(view, 96).metres)} fill="none" stroke="var(--color-line)" />
    </svg>
  )
}

/**
 * The layer under the pins: the circle that is looked at or circles of distance around
 * the reader, north, and a scale.
 */
export function MapGround({ view, size, here, focus }: MapGroundProps) {
  const { i18n } = useLingui()
  const { width, height } = size
  const bar = scaleBar(view, 96)
  const own = here && toPoint(view, here)
  const around = focus?.radiusKm === undefined ? undefined : { ...toPoint(view, focus.at), km: focus.radiusKm }
  return (
    <>
      <svg
        viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
        aria-hidden
        className="pointer-events-none absolute inset-0 size-full"
      >
        {around && <Ring at={around} radius={(around.km * 1000 * bar.pixels) / bar.metres} />}
        {own && !around && [1, 2, 3].map((ring) => <Ring key={ring} at={own} radius={ring * bar.pixels} />)}
        {own && (
          <circle
            cx={own.x}
            cy={own.y}
            r="8"
            fill="var(--color-accent-ink)"
            stroke="var(--color-raised)"
            strokeWidth="3"
          />
        )}
        <path
          d={`M${width / 2 - 22} ${-height / 2 + 34}v-20l-5 7m5-7 5 7`}
          fill="none"
          stroke="var(--color-ink-soft)"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="figures pointer-events-none absolute start-3 bottom-2 rounded-sm bg-sunken px-1 text-small text-ink-soft">
        {distanceText(bar.metres / 1000, i18n.locale)}
        <span className="block h-1.5 border-x-2 border-b-2 border-ink-soft" style={{ width: bar.pixels }} />
      </span>
    </>
  )
}

function Ring({ at, radius }: { at: Point; radius: number }) {
  return (
    <circle
      cx={at.x}
      cy={at.y}
      r={radius}
      fill="var(--color-accent-soft)"
      fillOpacity="0.35"
      stroke="var(--color-accent-ink)"
      strokeOpacity="0.35"
      strokeDasharray="2 5"
    />
  )
}

/** Grid lines at the distance that the scale shows, exact at the latitude of the centre. */
function gridPath(view: MapView, { width, height }: Size, metres: number): string {
  const south = metres / 111_195
  const east = south / Math.max(0.05, Math.cos((view.centre.latitude * Math.PI) / 180))
  const corner = toPosition(view, { x: -width / 2, y: height / 2 })
  const columns = Array.from(
    { length: Math.min(40, Math.floor(360 / east)) },
    (_, index) =>
      toPoint(view, { latitude: view.centre.latitude, longitude: (Math.ceil(corner.longitude / east) + index) * east })
        .x,
  )
  const rows = Array.from(
    { length: 40 },
    (_, index) =>
      toPoint(view, {
        latitude: (Math.ceil(corner.latitude / south) + index) * south,
        longitude: view.centre.longitude,
      }).y,
  )
  return [
    ...columns.filter((x) => Math.abs(x) <= width / 2).map((x) => `M${x.toFixed(1)} ${-height / 2}v${height}`),
    ...rows.filter((y) => Math.abs(y) <= height / 2).map((y) => `M${-width / 2} ${y.toFixed(1)}h${width}`),
  ].join('')
}
