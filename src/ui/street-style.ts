import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** The colours of a street map, as CSS says them. Mixed from our tokens, so that they follow theme and base colour. */
const mixed = {
  land: 'var(--color-sunken)',
  park: 'color-mix(in oklab, var(--art-leaf) 22%, var(--color-sunken))',
  water: 'color-mix(in oklab, var(--art-glass) 38%, var(--color-sunken))',
  building: 'color-mix(in oklab, var(--color-line) 60%, var(--color-sunken))',
  road: 'var(--color-surface)',
  main: 'color-mix(in oklab, var(--art-sun) 30%, var(--color-surface))',
  edge: 'var(--color-line)',
  border: 'var(--color-edge)',
  text: 'var(--color-ink-soft)',
  halo: 'var(--color-surface)',
} as const

export type StreetColours = Record<keyof typeof mixed, string>

/** The colours as they are now, in a notation that the map reads. `within` is where the tokens hold. */
export function streetColours(within: HTMLElement): StreetColours {
  const probe = document.createElement('span')
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  within.append(probe)
  const read = (colour: string) => {
    probe.style.color = colour
    if (!pen) return 'transparent'
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
    return `rgb(${red} ${green} ${blue})`
  }
  const colours = Object.fromEntries(Object.entries(mixed).map(([name, colour]) => [name, read(colour)]))
  probe.remove()
  return colours as StreetColours
}

interface Source {
  /** With `{z}`, `{x}` and `{y}`. */
  tiles: string
  minZoom: number
  maxZoom: number
  bounds: [number, number, number, number]
}

const source = 'streets'
const green = [
  'park',
  'national_park',
  'nature_reserve',
  'forest',
  'wood',
  'grass',
  'garden',
  'cemetery',
  'golf_course',
]

/**
 * Draws tiles in the schema of Protomaps. There is no background: where no tile is, what lies under the map shows. No
 * glyphs are fetched: labels are drawn with the font of the device.
 */
export function streetStyle(
  { tiles, minZoom, maxZoom, bounds }: Source,
  colours: StreetColours,
  language: string,
): StyleSpecification {
  const name = ['coalesce', ['get', `name:${language}`], ['get', 'name']]
  return {
    version: 8,
    sources: { [source]: { type: 'vector', tiles: [tiles], minzoom: minZoom, maxzoom: maxZoom, bounds } },
    layers: [
      area('earth', 'earth', colours.land),
      area('park', 'landuse', colours.park, green),
      area('water', 'water', colours.water),
      line('river', 'water', ['river', 'stream', 'canal'], colours.water, { 9: 0.5, 14: 2, 18: 8 }),
      { ...area('building', 'buildings', colours.building), minzoom: 14 },
      line('border', 'boundaries', undefined, colours.border, { 4: 0.5, 10: 1 }),
      line('path', 'roads', ['path', 'other'], colours.edge, { 14: 0.5, 18: 3 }, 14),
      ...roads('rail', ['rail'], colours.edge, colours.edge, { 10: 0.4, 18: 2 }, 11),
      ...roads('minor', ['minor_road'], colours.edge, colours.road, { 12: 0.6, 15: 4, 18: 22 }, 12),
      ...roads('medium', ['medium_road'], colours.edge, colours.road, { 10: 0.8, 15: 6, 18: 26 }, 10),
      ...roads('major', ['major_road'], colours.edge, colours.road, { 8: 0.8, 12: 2.5, 15: 8, 18: 30 }, 8),
      ...roads('highway', ['highway'], colours.border, colours.main, { 5: 0.8, 10: 2.5, 15: 9, 18: 34 }, 5),
      {
        id: 'street-name',
        type: 'symbol',
        source,
        'source-layer': 'roads',
        minzoom: 13,
        layout: {
          'symbol-placement': 'line',
          'text-field': name as never,
          'text-font': ['system-ui'],
          'text-size': 11,
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
      },
      {
        id: 'place-name',
        type: 'symbol',
        source,
        'source-layer': 'places',
        layout: {
          'text-field': name as never,
          'text-font': ['system-ui'],
          'text-size': ['match', ['get', 'kind'], ['country', 'region', 'locality'], 14, 12],
          'text-max-width': 8,
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
      },
    ],
  }
}

type Widths = Readonly<Record<number, number>>

function area(id: string, layer: string, colour: string, kinds?: string[]): LayerSpecification {
  return {
    id,
    type: 'fill',
    source,
    'source-layer': layer,
    filter: ['all', ['==', ['geometry-type'], 'Polygon'], ...(kinds ? [among(kinds)] : [])] as never,
    paint: { 'fill-color': colour },
  }
}

/** A road and the edge under it. */
function roads(
  id: string,
  kinds: string[],
  edge: string,
  colour: string,
  widths: Widths,
  minzoom: number,
): LayerSpecification[] {
  const wider = Object.fromEntries(Object.entries(widths).map(([zoom, it]) => [zoom, it + 1.5]))
  return [line(`${id}-edge`, 'roads', kinds, edge, wider, minzoom), line(id, 'roads', kinds, colour, widths, minzoom)]
}

function line(
  id: string,
  layer: string,
  kinds: string[] | undefined,
  colour: string,
  widths: Widths,
  minzoom = 0,
): LayerSpecification {
  const stops = Object.entries(widths).flatMap(([zoom, width]) => [Number(zoom), width])
  return {
    id,
    type: 'line',
    source,
    'source-layer': layer,
    minzoom,
    ...(kinds && { filter: among(kinds) as never }),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as never },
  }
}

function among(kinds: readonly string[]) {
  return ['in', ['get', 'kind'], ['literal', kinds]]
}
