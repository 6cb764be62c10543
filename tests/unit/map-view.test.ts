import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceKm } from '#src/lib/distance.ts'
import {
  edgesOf,
  fitting,
  moved,
  scaleBar,
  toPoint,
  toPosition,
  toShare,
  zoomed,
  type MapView,
} from '#src/lib/map-view.ts'

const jakarta = { latitude: -6.2088, longitude: 106.8456 }
const bandung = { latitude: -6.9147, longitude: 107.6098 }
const size = { width: 360, height: 320 }
const anywhere = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -180, max: 179.9, noNaN: true }),
})
const anyView: fc.Arbitrary<MapView> = fc.record({
  centre: anywhere,
  world: fc.double({ min: 10_000, max: 1e8, noNaN: true }),
})
const anyPoint = fc.record({
  x: fc.double({ min: -200, max: 200, noNaN: true }),
  y: fc.double({ min: -200, max: 200, noNaN: true }),
})

describe('a map', () => {
  test('has north above and east at the right', () => {
    const view = fitting([jakarta], size)
    const point = toPoint(view, { latitude: -6.2, longitude: 106.86 })
    expect([point.x > 0, point.y < 0]).toEqual([true, true])
  })

  test('finds the position of a point again', () =>
    fc.assert(
      fc.property(anyView, anyPoint, (view, point) => {
        const again = toPoint(view, toPosition(view, point))
        // Above 85 degrees Mercator has no more map.
        fc.pre(Math.abs(toPosition(view, point).latitude) < 84)
        expect(again.x).toBeCloseTo(point.x, 3)
        expect(again.y).toBeCloseTo(point.y, 3)
      }),
    ))

  test('shows every position it is to fit, on either side of the date line too', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            latitude: fc.double({ min: -60, max: 60, noNaN: true }),
            longitude: fc.double({ min: 120, max: 240, noNaN: true }).map((it) => ((it + 180) % 360) - 180),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        (places) => {
          const view = fitting(places, size)
          for (const place of places) {
            const { x, y } = toPoint(view, place)
            expect(Math.abs(x)).toBeLessThanOrEqual(size.width / 2 - 47)
            expect(Math.abs(y)).toBeLessThanOrEqual(size.height / 2 - 47)
          }
        },
      ),
    ))

  test('keeps what is under the fingers there while it comes closer', () =>
    fc.assert(
      fc.property(anyView, anyPoint, fc.double({ min: 0.5, max: 4, noNaN: true }), (view, point, times) => {
        const held = toPosition(view, point)
        fc.pre(Math.abs(held.latitude) < 80)
        const after = toPoint(zoomed(view, times, point), held)
        expect(after.x).toBeCloseTo(point.x, 2)
        expect(after.y).toBeCloseTo(point.y, 2)
      }),
    ))

  test('goes where the finger goes', () => {
    const view = fitting([jakarta, bandung], size)
    const before = toPoint(view, bandung)
    const after = toPoint(moved(view, { x: 30, y: -20 }), bandung)
    expect([after.x - before.x, after.y - before.y]).toEqual([expect.closeTo(30, 6), expect.closeTo(-20, 6)])
  })

  test('has a scale that is true: two places are as far apart as it says', () => {
    const view = fitting([jakarta, bandung], size)
    const { metres, pixels } = scaleBar(view, 96)
    const [a, b] = [toPoint(view, jakarta), toPoint(view, bandung)]
    const shown = (Math.hypot(a.x - b.x, a.y - b.y) / pixels) * metres
    expect(pixels).toBeLessThanOrEqual(96)
    expect(shown / 1000 / distanceKm(jakarta, bandung)).toBeCloseTo(1, 2)
    expect([1, 2, 5]).toContain(metres / 10 ** Math.floor(Math.log10(metres)))
  })

  test('shows the whole circle that is looked at', () =>
    fc.assert(
      fc.property(
        fc.record({
          latitude: fc.double({ min: -60, max: 60, noNaN: true }),
          longitude: fc.double({ min: -180, max: 179.9, noNaN: true }),
        }),
        fc.constantFrom(0.1, 1, 50, 1000),
        (centre, km) => {
          const view = fitting(edgesOf(centre, km), size, 12)
          for (const edge of edgesOf(centre, km)) {
            expect(distanceKm(centre, edge) / km).toBeCloseTo(1, 1)
            const { x, y } = toPoint(view, edge)
            expect(Math.abs(x)).toBeLessThanOrEqual(size.width / 2)
            expect(Math.abs(y)).toBeLessThanOrEqual(size.height / 2)
          }
        },
      ),
    ))

  test('places a position in the world as it does in a view', () =>
    fc.assert(
      fc.property(anyView, anywhere, (view, at) => {
        const [own, middle] = [toShare(at), toShare(view.centre)]
        const aside = own.x - middle.x
        const point = toPoint(view, at)
        const apart = (aside - Math.round(aside)) * view.world - point.x
        // What is half a world away may be drawn on either side.
        expect(apart - Math.round(apart / view.world) * view.world).toBeCloseTo(0, 1)
        expect(Math.abs(point.x)).toBeLessThan(view.world / 2 + 0.1)
        expect((own.y - middle.y) * view.world).toBeCloseTo(point.y, 1)
      }),
    ))
})
