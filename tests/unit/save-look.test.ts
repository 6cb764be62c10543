import { expect, onTestFinished, test, vi } from 'vitest'
import { savedLook } from '#src/ui/look.ts'
import { lookChanges, saveLook } from '#src/ui/save-look.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'

test('who is told of another look finds it saved: what is kept for the next start depends on it', () => {
  vi.stubGlobal('localStorage', syncStorageOf())
  const documentElement = { style: { setProperty() {} }, dataset: {} }
  vi.stubGlobal('document', { documentElement, querySelectorAll: () => [] })
  onTestFinished(() => void vi.unstubAllGlobals())
  const found: unknown[] = []
  lookChanges.subscribe(() => found.push(savedLook()))
  const look = { base: 'green', theme: 'dark' as const, hue: 150, vivid: 1 }
  saveLook(look)
  expect(found).toEqual([look])
})
