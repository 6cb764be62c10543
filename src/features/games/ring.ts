/** Cells in a ring around a middle, clockwise from the top at the start side: as many as there are slots, at least. */
export interface Ring {
  columns: number
  rows: number
  /** Column and row of each cell, from 0. */
  cells: readonly (readonly [column: number, row: number])[]
}

/** The smallest ring that has a cell for each of `slots`. */
export function ringFor(slots: number): Ring {
  let [columns, rows] = [3, 3]
  while (2 * (columns + rows) - 4 < slots) {
    if (rows <= columns) rows += 1
    else columns += 1
  }
  const cells: [number, number][] = []
  for (let column = 0; column < columns; column++) cells.push([column, 0])
  for (let row = 1; row < rows; row++) cells.push([columns - 1, row])
  for (let column = columns - 2; column >= 0; column--) cells.push([column, rows - 1])
  for (let row = rows - 2; row > 0; row--) cells.push([0, row])
  return { columns, rows, cells }
}

/**
 * The times, from 0 to 1, at which a light that slows down reaches its cells: `steps` of them, the last at 1. Its first
 * steps are about as fast as the light of the waiting.
 */
export function slowingTimes(steps: number): number[] {
  return Array.from({ length: steps }, (_, step) => ((step + 1) / steps) ** 2)
}
