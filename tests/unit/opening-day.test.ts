import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { advertisementOf, isDue, saveShownOn } from '#src/features/home/opening-day.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'

beforeEach(() => vi.stubGlobal('localStorage', syncStorageOf()))
afterEach(() => vi.unstubAllGlobals())

test('never on the first start of a device, then once on each day', () => {
  expect(isDue('2026-11-20')).toBe(false)
  expect(isDue('2026-11-20')).toBe(false)
  expect(isDue('2026-11-21')).toBe(true)
  // It could not be shown; it still is due.
  expect(isDue('2026-11-21')).toBe(true)
  saveShownOn('2026-11-21')
  expect(isDue('2026-11-21')).toBe(false)
  // A clock that is set back shows none twice.
  expect(isDue('2026-11-20')).toBe(false)
  expect(isDue('2026-11-22')).toBe(true)
})

test('none where storage is refused', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  expect(isDue('2026-11-20')).toBe(false)
})

test('several take turns, day by day', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
  const shown = days.map((day) => advertisementOf(day, ['a', 'b', 'c']))
  expect(new Set(shown.slice(0, 3)).size).toBe(3)
  expect(shown[3]).toBe(shown[0])
  expect(advertisementOf('2026-11-20', [])).toBeUndefined()
})
