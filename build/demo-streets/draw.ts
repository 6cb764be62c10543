import { cities, highways, shore, towns, type City, type Place } from './country.ts'
import type { Feature } from './tile.ts'

const metre = 1 / 111_195
/** Metres between two streets, and the streets from one main road to the next. */
const block = 320
const perMain = 4

/** Everything on the map, from the ground up. Nothing but the country's outline and names is like the real one. */
export function drawn(): Feature[] {
  return [
    { layer: 'earth', shape: 'area', from: 0, tags: { kind: 'earth' }, at: shore },
    ...cities.flatMap(parks),
    // The sea is all that isn't land.
    { layer: 'water', shape: 'outside', from: 0, tags: { kind: 'ocean' }, at: shore },
    ...cities.map((city): Feature => ({
      layer: 'water',
      shape: 'area',
      from: 10,
      tags: { kind: 'river' },
      at: widened(wavy(city.river), 55),
    })),
    ...cities.flatMap(streets),
    ...highways.map((it): Feature => ({
      layer: 'roads',
      shape: 'line',
      from: 5,
      tags: { kind: 'highway' },
      at: wavy(it),
    })),
    ...cities.map(({ name, middle }): Feature => nameOf(name, middle, 'locality', 4, 12)),
    ...towns.map(([name, ...at]): Feature => nameOf(name, at, 'locality', 6, 12)),
    ...cities.flatMap(({ quarters }) =>
      quarters.map(([name, ...at]): Feature => nameOf(name, at, 'neighbourhood', 11, 20)),
    ),
  ]
}

function nameOf(name: string, at: Place, kind: string, from: number, until: number): Feature {
  return { layer: 'places', shape: 'point', from, until, tags: { kind, name }, at: [at] }
}

function streets(city: City): Feature[] {
  const { columns, rows } = gridOf(city)
  const along = (column: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => corner(city, column, from + step))
  const across = (row: number, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => corner(city, from + step, row))
  return [
    ...range(columns).flatMap((column) => lines(column, rows, (from, to) => along(column, from, to), 'Jalan Contoh')),
    ...range(rows).flatMap((row) => lines(row, columns, (from, to) => across(row, from, to), 'Jalan Peraga')),
  ]
}

/** Main roads go through; the streets between them end here and there at a main road. */
function lines(index: number, most: number, at: (from: number, to: number) => Place[], name: string): Feature[] {
  if (index % perMain === 0) {
    const kind = index % (2 * perMain) === 0 ? 'major_road' : 'medium_road'
    const tags = { kind, name: `${name} ${index / perMain + most}` }
    return [{ layer: 'roads', shape: 'line', from: kind === 'major_road' ? 10 : 11, tags, at: at(-most, most) }]
  }
  const parts: Feature[] = []
  let begin = -most
  for (let from = -most; from <= most; from += perMain) {
    if (from < most && chance(index, from) > 0.2) continue
    if (from > begin)
      parts.push({ layer: 'roads', shape: 'line', from: 13, tags: { kind: 'minor_road' }, at: at(begin, from) })
    begin = from + perMain
  }
  return parts
}

/** Some of the squares between main roads are parks. */
function parks(city: City): Feature[] {
  const { columns, rows } = gridOf(city)
  return range(columns).flatMap((column) =>
    range(rows).flatMap((row): Feature[] => {
      if (column % perMain !== 0 || row % perMain !== 0 || chance(column + 7, row * 3) > 0.06) return []
      const far = perMain / 2 + Math.round(chance(row, column) * (perMain / 2))
      const at = [
        corner(city, column, row),
        corner(city, column + far, row),
        corner(city, column + far, row + far),
        corner(city, column, row + far),
      ]
      return [{ layer: 'landuse', shape: 'area', from: 11, tags: { kind: 'park' }, at }]
    }),
  )
}

/** Streets on either side of the middle, so many that the grid covers the box, however it is turned. */
function gridOf({ box: [west, south, east, north], middle: [x, y] }: City): { columns: number; rows: number } {
  const half = (length: number) => perMain * Math.ceil((1.15 * length) / (block * metre) / perMain)
  return { columns: half(Math.max(east - x, x - west)), rows: half(Math.max(north - y, y - south)) }
}

/** A crossing; the grid is bent a little, so that it looks less like paper. */
function corner({ middle: [x, y], turn }: City, column: number, row: number): Place {
  const east = (column * block + 90 * Math.sin(row / 9) + 60 * Math.sin(column / 5 + row / 17)) * metre
  const north = (row * block + 90 * Math.sin(column / 11) + 50 * Math.cos(row / 6 + column / 13)) * metre
  return [x + east * Math.cos(turn) - north * Math.sin(turn), y + east * Math.sin(turn) + north * Math.cos(turn)]
}

/** Five points for each part of a line, beside it by turns. */
function wavy(line: readonly Place[]): Place[] {
  return line.flatMap((from, index) => {
    const to = line[index + 1]
    if (!to) return [from]
    return range(0, 5).map((step): Place => {
      const share = step / 5
      const aside = 0.04 * Math.sin(share * Math.PI * 2) * (index % 2 === 0 ? 1 : -1)
      const [east, north] = [to[0] - from[0], to[1] - from[1]]
      return [from[0] + share * east - aside * north, from[1] + share * north + aside * east]
    })
  })
}

/** A band along a line, so many metres to either side. */
function widened(line: readonly Place[], metres: number): Place[] {
  const beside = (sign: number) =>
    line.map(([x, y], index): Place => {
      const [before, after] = [line[index - 1] ?? line[index]!, line[index + 1] ?? line[index]!]
      const [east, north] = [after[0] - before[0], after[1] - before[1]]
      const length = Math.hypot(east, north)
      return [x - (sign * metres * metre * north) / length, y + (sign * metres * metre * east) / length]
    })
  return [...beside(1), ...beside(-1).toReversed()]
}

function range(from: number, to?: number): number[] {
  const [first, end] = to === undefined ? [-from, from + 1] : [from, to]
  return Array.from({ length: end - first }, (_, index) => first + index)
}

/** From 0 to 1, the same on every machine. */
function chance(a: number, b: number): number {
  return ((((a * 374_761_393 + b * 668_265_263) ^ 0x5bd1e995) >>> 0) % 9973) / 9973
}
