import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canVibrate, saveVibration, vibrate, wantsVibration } from '#src/lib/vibration.ts'

const stored = new Map<string, string>()
const moved: unknown[] = []

beforeEach(() => {
  stored.clear()
  moved.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
  withNavigator({ userActivation: { hasBeenActive: true }, vibrate: (it: unknown) => moved.push(it) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const withNavigator = (it: object) => vi.stubGlobal('navigator', it)

test('moves the device until it is switched off, and again once it is on', () => {
  vibrate([20])
  saveVibration(false)
  expect(wantsVibration()).toBe(false)
  vibrate([30])
  saveVibration(true)
  vibrate([40, 40])
  expect(moved).toEqual([[20], [40, 40]])
})

test('not before the page was touched, and not where the platform has none', () => {
  withNavigator({ userActivation: { hasBeenActive: false }, vibrate: (it: unknown) => moved.push(it) })
  vibrate([20])
  withNavigator({ userActivation: { hasBeenActive: true } })
  expect(canVibrate()).toBe(false)
  vibrate([20])
  expect(moved).toEqual([])
})

test('storage that is refused is nobody who switched it off', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused')
    },
    setItem: () => {
      throw new Error('refused')
    },
  })
  saveVibration(false)
  expect(wantsVibration()).toBe(true)
})
