/** Longitude and latitude in degrees. */
export type Place = readonly [longitude: number, latitude: number]

/** A city whose streets are drawn: a grid that is turned by `turn` radians, with a river from one place to another. */
export interface City {
  name: string
  /** West, south, east, north. */
  box: readonly [number, number, number, number]
  middle: Place
  turn: number
  river: readonly Place[]
  quarters: readonly (readonly [name: string, longitude: number, latitude: number])[]
}

/** The shore of Java by eye, a corner every few tens of kilometres. */
export const shore = places(
  '105.2 -6.75, 105.55 -6.55, 105.83 -6.3, 105.88 -6, 106.1 -5.88, 106.3 -5.98, 106.52 -6.02, 106.65 -6, 106.72 -6.08, ' +
    '106.8 -6.105, 106.9 -6.095, 107 -6.05, 107.02 -5.92, 107.3 -5.95, 107.65 -6.18, 108 -6.25, 108.35 -6.22, ' +
    '108.5 -6.45, 108.58 -6.75, 108.9 -6.82, 109.2 -6.86, 109.7 -6.9, 110.1 -6.9, 110.42 -6.94, 110.65 -6.75, ' +
    '110.75 -6.45, 110.95 -6.4, 111.1 -6.65, 111.4 -6.7, 111.9 -6.77, 112.3 -6.87, 112.55 -6.9, 112.65 -7.1, ' +
    '112.7 -7.195, 112.78 -7.2, 112.83 -7.26, 112.85 -7.38, 112.82 -7.6, 113.1 -7.68, 113.5 -7.72, 114 -7.62, ' +
    '114.4 -7.78, 114.45 -8.1, 114.35 -8.4, 114.6 -8.72, 114.3 -8.68, 113.6 -8.45, 113 -8.35, 112.4 -8.38, ' +
    '111.7 -8.38, 111 -8.25, 110.4 -8.1, 110 -7.9, 109.4 -7.72, 108.8 -7.68, 108.4 -7.82, 107.8 -7.7, 107.3 -7.5, ' +
    '106.6 -7.4, 106.4 -7.35, 106.45 -7, 106 -6.85, 105.5 -6.85',
)

export const highways: readonly (readonly Place[])[] = [
  places(
    '106 -5.95, 106.3 -6.15, 106.65 -6.2, 106.82 -6.22, 107 -6.25, 107.4 -6.387, 107.6 -6.5, 108.3 -6.68, 108.6 -6.78, ' +
      '109.1 -6.9, 109.7 -6.93, 110.4 -7.02, 110.5 -7.3, 110.8 -7.53, 111.4 -7.42, 112 -7.55, 112.4 -7.45, 112.73 -7.33',
  ),
  places('107.4 -6.387, 107.42 -6.5, 107.45 -6.7, 107.55 -6.88, 107.6 -6.945, 107.75 -6.95'),
  places('106.85 -6.12, 106.87 -6.22, 106.84 -6.33, 106.8 -6.6'),
  places('112.73 -7.2, 112.73 -7.33, 112.7 -7.6, 112.63 -7.97'),
]

export const towns: readonly (readonly [name: string, longitude: number, latitude: number])[] = [
  ['Bogor', 106.8, -6.6],
  ['Cirebon', 108.55, -6.73],
  ['Semarang', 110.42, -6.99],
  ['Yogyakarta', 110.36, -7.8],
  ['Malang', 112.63, -7.98],
]

export const cities: readonly City[] = [
  {
    name: 'Jakarta',
    box: [106.63, -6.31, 106.98, -6.09],
    middle: [106.83, -6.19],
    turn: 0.08,
    river: places('106.84 -6.36, 106.86 -6.27, 106.845 -6.22, 106.815 -6.19, 106.79 -6.16, 106.77 -6.1'),
    quarters: [
      ['Menteng', 106.835, -6.197],
      ['Tebet', 106.855, -6.229],
      ['Kemang', 106.815, -6.264],
      ['Sunter', 106.87, -6.141],
      ['Kelapa Gading', 106.907, -6.157],
      ['Cakung', 106.947, -6.185],
      ['Bintaro', 106.722, -6.276],
      ['Kota Tua', 106.814, -6.135],
    ],
  },
  {
    name: 'Bandung',
    box: [107.55, -6.98, 107.73, -6.8],
    middle: [107.61, -6.91],
    turn: -0.2,
    river: places('107.74 -6.975, 107.68 -6.965, 107.62 -6.972, 107.54 -6.965'),
    quarters: [
      ['Dago', 107.615, -6.882],
      ['Braga', 107.607, -6.92],
      ['Gedebage', 107.698, -6.95],
      ['Lembang', 107.619, -6.813],
    ],
  },
  {
    name: 'Surabaya',
    box: [112.68, -7.38, 112.82, -7.19],
    middle: [112.745, -7.26],
    turn: 0.15,
    river: places('112.66 -7.34, 112.72 -7.305, 112.74 -7.27, 112.75 -7.23, 112.745 -7.19'),
    quarters: [
      ['Gubeng', 112.754, -7.268],
      ['Kenjeran', 112.784, -7.247],
      ['Rungkut', 112.777, -7.33],
      ['Wonokromo', 112.736, -7.304],
    ],
  },
  {
    name: 'Cikampek',
    box: [107.36, -6.42, 107.44, -6.36],
    middle: [107.42, -6.4],
    turn: 0,
    river: places('107.44 -6.37, 107.41 -6.41, 107.36 -6.42'),
    quarters: [],
  },
]

function places(text: string): Place[] {
  return text.split(', ').map((it) => {
    const [longitude = 0, latitude = 0] = it.split(' ').map(Number)
    return [longitude, latitude] as const
  })
}
