import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { contractSubmit } from '#protocol/contracts.ts'
import { outlinesOf } from '#src/features/contracts/outlines.ts'
import {
  isSigned,
  most,
  pathOf,
  penDown,
  penMoved,
  pointIn,
  type Point,
  type Stroke,
} from '#src/features/contracts/signature.ts'

const { signature } = contractSubmit.args.entries
const box = { left: 10, top: 20, width: 350, height: 140 }

describe('a signature drawn by hand', () => {
  test('lies on a field of 1000 by 400, whatever the pad measures, and not beyond it', () => {
    expect(pointIn(box, 10, 20)).toEqual([0, 0])
    expect(pointIn(box, 360, 160)).toEqual([1000, 400])
    expect(pointIn(box, 185, 90)).toEqual([500, 200])
    expect(pointIn(box, -50, 900)).toEqual([0, 400])
    expect(pointIn({ ...box, width: 0 }, 20, 90)).toEqual([0, 200])
  })

  test('whatever the hand does, the server takes it', () => {
    const place = fc.tuple(fc.integer({ min: -100, max: 500 }), fc.integer({ min: -100, max: 500 }))
    fc.assert(
      fc.property(
        fc.array(fc.array(place, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 60 }),
        (moves) => {
          const drawn = moves.reduce(
            (sum: Stroke[], stroke) =>
              stroke
                .slice(1)
                .reduce((own, [x, y]) => penMoved(own, pointIn(box, x, y)), penDown(sum, pointIn(box, ...stroke[0]!))),
            [],
          )
          expect(v.is(signature, drawn)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a line without an end goes on in further strokes and then stops', () => {
    let strokes: Stroke[] = penDown([], [0, 0])
    for (let step = 1; step < 600; step += 1) strokes = penMoved(strokes, [step % 2 ? 1000 : 0, step % 400])
    expect(strokes.map((it) => it.length)).toEqual([most.points, 101])
    expect(strokes[1]?.[0]).toEqual(strokes[0]?.at(-1))
    const full = Array.from({ length: most.strokes }, (): Stroke => [[1, 1]])
    expect(penDown(full, [5, 5])).toEqual(full)
  })

  test('trembling adds nothing, and moving without the pen down neither', () => {
    expect(penMoved([[[10, 10]]], [11, 12])).toEqual([[[10, 10]]])
    expect(penMoved([], [11, 12])).toEqual([])
  })

  test('a dot is no signature, a stroke is', () => {
    expect([
      isSigned([]),
      isSigned([[[500, 200]]]),
      isSigned([
        [
          [500, 200],
          [560, 200],
        ],
      ]),
      isSigned([
        [
          [500, 200],
          [700, 240],
        ],
      ]),
    ]).toEqual([false, false, false, true])
  })

  test('is drawn as one path, a dot with no length', () => {
    expect(
      pathOf([
        [
          [1, 2],
          [3, 4],
        ],
        [[5, 6]],
      ]),
    ).toBe('M1 2L3 4M5 6h0')
    expect(pathOf([])).toBe('')
  })
})

describe('outlines of what is written', () => {
  const grid = (rows: string[]) => (x: number, y: number) => rows[y]?.[x] === '#'
  const outlined = (rows: string[], scale = 1) => outlinesOf(grid(rows), rows[0]?.length ?? 0, rows.length, scale)
  const closed = (stroke: Stroke) => expect(stroke[0]).toEqual(stroke.at(-1))

  test('a ring has an outer and an inner one, each closed', () => {
    const rings = outlined(['.......', '.#####.', '.#...#.', '.#...#.', '.#####.', '.......'], 10)
    expect(rings).toHaveLength(2)
    rings.forEach(closed)
    expect([...rings[0]!].flat().every((it) => it >= 10 && it <= 60)).toBe(true)
  })

  test('nothing written gives none, cells that touch by a corner are told apart or together, but never lost', () => {
    expect(outlined(['....'])).toEqual([])
    expect(outlined(['#.', '.#']).flat().length).toBeGreaterThan(0)
  })

  test('whatever is written, the server takes it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1200, maxLength: 1200 }), (cells) => {
        const isInk = (x: number, y: number) => x >= 0 && y >= 0 && x < 60 && y < 20 && cells[y * 60 + x] === true
        const strokes = outlinesOf(isInk, 60, 20, 10)
        expect(strokes.length <= most.strokes && strokes.every((it) => it.length <= most.points)).toBe(true)
        if (strokes.length > 0) expect(v.is(signature, strokes)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('a wild outline is kept to what the call takes', () => {
    // A comb: two cells of edge for every cell of ground.
    const isInk = (x: number, y: number) => x >= 0 && x < 599 && y >= 0 && y < 40 && (y > 35 || x % 2 === 0)
    const [comb] = outlinesOf(isInk, 599, 40, 1) as [Point[]]
    expect(comb.length).toBeLessThanOrEqual(most.points)
  })
})
