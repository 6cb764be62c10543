import { most, type Point, type Stroke } from './signature.ts'

/**
 * The outlines of the inked cells of a grid. Each is a closed stroke along the edges of the cells, simplified so that
 * slanting lines have no stairs. Only the longest are returned where there are more than a signature may have. `scale`
 * is the width of a cell in units of the signature's field.
 */
export function outlinesOf(
  isInk: (x: number, y: number) => boolean,
  width: number,
  height: number,
  scale: number,
): Stroke[] {
  const loops = loopsOf(edgesOf(isInk, width, height))
  return loops
    .toSorted((a, b) => b.length - a.length)
    .slice(0, most.strokes)
    .map((loop) => fitted(loop).map(([x, y]): Point => [Math.round(x * scale), Math.round(y * scale)]))
}

type Edges = Map<string, Point[]>
const keyOf = ([x, y]: Point) => `${x} ${y}`

/**
 * Each side between an inked cell and one without ink, by its starting point. All sides run clockwise around the ink.
 */
function edgesOf(isInk: (x: number, y: number) => boolean, width: number, height: number): Edges {
  const edges: Edges = new Map()
  const add = (from: Point, to: Point) => edges.set(keyOf(from), [...(edges.get(keyOf(from)) ?? []), to])
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isInk(x, y)) continue
      if (!isInk(x, y - 1)) add([x, y], [x + 1, y])
      if (!isInk(x + 1, y)) add([x + 1, y], [x + 1, y + 1])
      if (!isInk(x, y + 1)) add([x + 1, y + 1], [x, y + 1])
      if (!isInk(x - 1, y)) add([x, y + 1], [x, y])
    }
  }
  return edges
}

/** Joins the edges to closed loops. */
function loopsOf(edges: Edges): Stroke[] {
  const loops: Stroke[] = []
  for (const start of edges.keys()) {
    while (edges.get(start)?.length) {
      const [x = 0, y = 0] = start.split(' ').map(Number)
      const loop: Stroke = [[x, y]]
      for (let next = edges.get(start)?.pop(); next; next = edges.get(keyOf(next))?.pop()) loop.push(next)
      loops.push(loop)
    }
  }
  return loops
}

/** Simplifies a loop until it has no more points than the call accepts. */
function fitted(loop: Stroke): Stroke {
  const corners = loop.filter((point, place) => !isOnTheWay(loop[place - 1], point, loop[place + 1]))
  let simple = simplified(corners, 0.8)
  for (let slack = 1.2; simple.length > most.points; slack *= 1.5) simple = simplified(corners, slack)
  return simple
}

function isOnTheWay(from: Point | undefined, [x, y]: Point, to: Point | undefined): boolean {
  return from !== undefined && to !== undefined && ((from[0] === x && x === to[0]) || (from[1] === y && y === to[1]))
}

/** Ramer–Douglas–Peucker: leaves out the points that are closer than `slack` to the line between their neighbours. */
function simplified(line: Stroke, slack: number): Stroke {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return line
  let [far, place] = [0, 0]
  for (const [index, point] of line.entries()) {
    const off = offLine(point, first, last)
    if (off > far) [far, place] = [off, index]
  }
  if (far <= slack) return [first, last]
  return [...simplified(line.slice(0, place + 1), slack).slice(0, -1), ...simplified(line.slice(place), slack)]
}

function offLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay)
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
}
