import { Suspense, type ReactNode } from 'react'
import type { Position } from '../lib/distance.ts'
import type { StreetTiles } from '../lib/street-tiles.ts'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { lazy } from './lazy.tsx'
import { BlockBone, Skeleton } from './skeletons.tsx'

export interface MapPlace {
  id: string
  at: Position
  /** The label of the place's pin: "Kilat DC charger, Jakarta". */
  label: string
  icon: IconName
}

/** What the map shows first: a position with its surroundings. */
export interface MapFocus {
  at: Position
  /** Kilometres; drawn as a circle. About two kilometres around the position where it is absent. */
  radiusKm?: number | undefined
}

/** Where a map gets its streets from. */
export interface Streets {
  /** Who drew them; shown on the map. */
  attribution: ReactNode
  /** Rejects where they can't be had now. */
  open(): Promise<StreetTiles>
  /** Fetches a file of the build that draws them, into the browser's cache. Rejects where it can't be had now. */
  fetchFile(address: string): Promise<unknown>
}

export interface PositionMapProps {
  /** Names the map: "Where your machines are". A list of the same places must stand beside it. */
  label: string
  /** The same array while the places are the same: they are projected and grouped once. */
  places: readonly MapPlace[]
  selected?: string | undefined
  onSelect?: (id: string) => void
  /** Where the reader is, once known. */
  here?: Position | undefined
  /** Another object moves the map there; without one it shows all places. */
  focus?: MapFocus | undefined
  /** Shows a pin in the middle, and tells the position under it whenever the map has moved. */
  onCentre?: (at: Position) => void
  /** The same object while they are the same; without it the map has none. */
  streets?: Streets | undefined
  /** Fills the height of a wide screen. */
  isTall?: boolean
}

const Canvas = lazy(() => import('./map-canvas.tsx').then((it) => it.MapCanvas))

/**
 * Shows places in their true directions and distances, with or without a network, over streets where `streets` has
 * them. They come from our own server: a third party's would learn which places each member looks at.
 */
export function PositionMap({ isTall = false, ...props }: PositionMapProps) {
  return (
    <div
      className={classNames(
        // Streets, pins and rings are told apart by their colours, so that a forced palette must not flatten them.
        'h-80 overflow-hidden rounded-lg bg-sunken forced-color-adjust-none',
        isTall && 'wide:h-[calc(100dvh-21rem)] wide:min-h-80',
      )}
    >
      <Suspense
        fallback={
          <Skeleton>
            <BlockBone shape="h-80 w-full rounded-lg!" />
          </Skeleton>
        }
      >
        <Canvas {...props} />
      </Suspense>
    </div>
  )
}
