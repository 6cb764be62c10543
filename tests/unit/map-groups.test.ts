import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gathered, levelOf } from '#src/lib/map-groups.ts'

interface Pin {
  id: number
  x: number
  y: number
}

const fingertip = 40
const pins = (extent: number) =>
  fc
    .array(
      fc.record({
        x: fc.double({ min: -extent, max: extent, noNaN: true }),
        y: fc.double({ min: -extent, max: extent, noNaN: true }),
      }),
      { maxLength: 300 },
    )
    .map((points) => points.map((it, id): Pin => ({ ...it, id })))
const anyPins = fc.oneof(pins(60), pins(400), pins(2 ** 27))

/** Compares every place with every group. */
function compared(places: readonly Pin[]): Pin[][] {
  const groups: Pin[][] = []
  for (const place of places) {
    const near = groups.find(([first]) => first && Math.hypot(first.x - place.x, first.y - place.y) < fingertip)
    if (near) near.push(place)
    else groups.push([place])
  }
  return groups
}

describe('places on a map', () => {
  test('are each in exactly one group', () =>
    fc.assert(
      fc.property(anyPins, (places) => {
        const ids = gathered(places, fingertip).flatMap((group) => group.map((it) => it.id))
        expect(ids.toSorted((a, b) => a - b)).toEqual(places.map((it) => it.id))
      }),
    ))

  test('are grouped as if each were compared with all', () =>
    fc.assert(
      fc.property(anyPins, (places) => {
        expect(gathered(places, fingertip)).toEqual(compared(places))
      }),
    ))

  test('are near the first of their group, and no two groups stand within a fingertip', () =>
    fc.assert(
      fc.property(anyPins, (places) => {
        const groups = gathered(places, fingertip)
        for (const [first, ...others] of groups)
          for (const it of others) expect(Math.hypot(it.x - first!.x, it.y - first!.y)).toBeLessThan(fingertip)
        const heads = groups.map(([first]) => first!)
        for (const [index, one] of heads.entries())
          for (const other of heads.slice(index + 1))
            expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(fingertip)
      }),
    ))

  test('keep their groups while the map is zoomed by less than a third', () =>
    fc.assert(
      fc.property(fc.double({ min: 256, max: 2 ** 27, noNaN: true }), (world) => {
        const level = levelOf(world)
        expect(levelOf(level * 1.4)).toBe(level)
        // Up to what rounding takes.
        expect(world / level).toBeGreaterThan(1 - 1e-9)
        expect(world / level).toBeLessThan(1.4143)
      }),
    ))
})
