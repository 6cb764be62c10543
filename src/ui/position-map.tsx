import { Suspense } from 'react'
import type { Position } from '../lib/distance.ts'
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

export interface PositionMapProps {
  /** Names the map: "Where your machines are". A list of the same places must stand beside it. */
  label: string
  places: readonly MapPlace[]
  selected?: string | undefined
  onSelect?: (id: string) => void
  /** Where the reader is, once known. */
  here?: Position | undefined
}

const Canvas = lazy(() => import('./map-canvas.tsx').then((it) => it.MapCanvas))

/**
 * Shows places in their true directions and distances, with or without a network. The map has no streets: street tiles
 * would come from a third party's server, which would learn which places each member looks at.
 */
export function PositionMap(props: PositionMapProps) {
  return (
    <div className="h-80 overflow-hidden rounded-lg bg-sunken">
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
