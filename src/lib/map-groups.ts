import type { Point } from './map-view.ts'

/**
 * Groups places that are too close to be tapped one by one: a place joins the first group whose first place is nearer
 * than `nearest`. Every place is in exactly one group, and a group stands at its first place. Only the neighbouring
 * cells of a grid are compared, so that 10,000 places take milliseconds. Coordinates are pixels below 2^27.
 */
export function gathered<T extends Point>(places: readonly T[], nearest: number): T[][] {
  const groups: { first: T; all: T[] }[] = []
  const cells = new Map<number, number[]>()
  for (const place of places) {
    const [column, row] = [Math.floor(place.x / nearest), Math.floor(place.y / nearest)]
    let joined = groups.length
    for (let cell = 0; cell < 9; cell++) {
      for (const index of cells.get(keyOf(column + (cell % 3) - 1, row + Math.floor(cell / 3) - 1)) ?? []) {
        const first = groups[index]?.first
        if (index < joined && first && Math.hypot(first.x - place.x, first.y - place.y) < nearest) joined = index
      }
    }
    const group = groups[joined]
    if (group) group.all.push(place)
    else {
      groups.push({ first: place, all: [place] })
      const key = keyOf(column, row)
      cells.set(key, [...(cells.get(key) ?? []), joined])
    }
  }
  return groups.map((it) => it.all)
}

function keyOf(column: number, row: number): number {
  return column * 2 ** 23 + row
}

/**
 * The size of the world, in pixels, at which places are grouped: the next lower half power of two. Groups stay the same
 * while a map is moved, and change a few times while it is zoomed, instead of in every frame.
 */
export function levelOf(world: number): number {
  return 2 ** (Math.floor(Math.log2(world) * 2) / 2)
}
