import { addProtocol, Map as StreetMap, removeProtocol, setWorkerUrl } from 'maplibre-gl'
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { MapView, Size } from '../lib/map-view.ts'
import type { StreetTiles } from '../lib/street-tiles.ts'
import { streetColours, streetStyle } from './street-style.ts'

export interface StreetLayer {
  /** Draws this part of the world, in the next frame. */
  show(view: MapView, size: Size): void
  /** Follows a change of the theme or the base colour. */
  recolour(): void
  /** Asks again for tiles that could not be had. */
  retry(): void
  remove(): void
}

interface Options {
  tiles: StreetTiles
  language: string
  /** Tells, whenever the map comes to rest, whether it shows streets. */
  onRest: (hasStreets: boolean) => void
  /** The graphics processor has gone; nothing is drawn any more. */
  onLost: () => void
}

/** MapLibre's world is 512 pixels wide at zoom 0. */
const worldAtZero = 512
/** The worker's file. A map is begun only once it is there: without it MapLibre throws where nobody can catch it. */
export const workerUrl = new URL(workerAddress, import.meta.url).href
let layers = 0

/**
 * Streets, drawn by MapLibre into an element that our own map moves: it takes no input, asks no server, and has no
 * controls. Throws where the browser has no WebGL 2.
 */
export function createStreetLayer(
  container: HTMLElement,
  first: { view: MapView; size: Size },
  { tiles, language, onRest, onLost }: Options,
): StreetLayer {
  useOurWorker()
  const protocol = `streets${layers++}`
  addProtocol(protocol, async ({ url }) => {
    const [z = 0, x = 0, y = 0] = url
      .slice(protocol.length + 3)
      .split('/')
      .map(Number)
    return { data: await tiles.tile(z, x, y) }
  })
  const style = () => streetStyle({ ...tiles, tiles: `${protocol}://{z}/{x}/{y}` }, streetColours(container), language)
  let map: StreetMap
  try {
    map = new StreetMap({
      container,
      style: style(),
      ...cameraOf(first.view),
      interactive: false,
      attributionControl: false,
      trackResize: false,
      validateStyle: false,
      fadeDuration: 0,
      minZoom: -2,
      maxZoom: 20,
      pixelRatio: Math.min(2, devicePixelRatio),
      // Our map may show more than the world.
      transformConstrain: (center, zoom) => ({ center, zoom }),
    })
  } catch (failure) {
    removeProtocol(protocol)
    throw failure
  }
  // It calls its canvas a region "Map"; our own map, which it lies in, has the name and the role.
  for (const name of ['aria-label', 'role']) map.getCanvas().removeAttribute(name)
  let { size } = first
  let hasFailed = false
  // A tile that can't be had is no failure of the map; without a listener it would be written to the console.
  map.on('error', () => {
    hasFailed = true
  })
  map.on('idle', () => onRest(map.queryRenderedFeatures({ layers: ['earth', 'water'] }).length > 0))
  map.on('webglcontextlost', onLost)
  return {
    show(view, now) {
      if (now.width !== size.width || now.height !== size.height) map.resize()
      size = now
      map.jumpTo(cameraOf(view))
    },
    recolour: () => map.setStyle(style()),
    retry() {
      if (hasFailed) map.refreshTiles('streets')
      hasFailed = false
    },
    remove() {
      map.remove()
      removeProtocol(protocol)
    },
  }
}

function cameraOf({ centre, world }: MapView) {
  return {
    center: [centre.longitude, centre.latitude] as [number, number],
    zoom: Math.log2(world / worldAtZero),
  }
}

let hasWorker = false

/**
 * MapLibre names its worker by a string, which Trusted Types refuse: a policy of the name that stands for all strings
 * allows this one address.
 */
function useOurWorker(): void {
  if (hasWorker) return
  hasWorker = true
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', { createScriptURL: (it) => (it === workerUrl ? it : null) })
  setWorkerUrl(workerUrl)
}

/** The part of Trusted Types used here; TypeScript's library has no types for them. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}
