import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Loads the module afresh, as a new page does. */
async function page() {
  vi.resetModules()
  return import('#src/features/games/device-choices.ts')
}

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('starts with a random seed and keeps it', async () => {
  const seed = (await page()).memberSeed()
  expect(seed).toMatch(/^[2-9a-z]{16}$/)
  expect((await page()).memberSeed()).toBe(seed)
  stored.clear()
  expect((await page()).memberSeed()).not.toBe(seed)
})

it('keeps what the member writes, trimmed, and refuses what no draw takes', async () => {
  const { memberSeed, saveMemberSeed } = await page()
  expect(saveMemberSeed('  my lucky words ')).toBe(true)
  expect(memberSeed()).toBe('my lucky words')
  expect(saveMemberSeed('   ')).toBe(false)
  expect(saveMemberSeed('x'.repeat(65))).toBe(false)
  expect(memberSeed()).toBe('my lucky words')
  expect(saveMemberSeed('x'.repeat(64))).toBe(true)
})

it('replaces a stored seed that no draw would take', async () => {
  stored.set('voltfolio-games-seed', 'x'.repeat(65))
  expect((await page()).memberSeed()).toHaveLength(16)
})

it('remembers a seed as long as the page where the browser keeps nothing', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { memberSeed } = await page()
  expect(memberSeed()).toBe(memberSeed())
})

it('is silent until sound is switched on', async () => {
  const { wantsSound, saveSound } = await page()
  expect(wantsSound()).toBe(false)
  saveSound(true)
  expect((await page()).wantsSound()).toBe(true)
})

it('remembers the latest results that were shown', async () => {
  const { saveShown, wasShown } = await page()
  expect(wasShown('a')).toBe(false)
  for (let draw = 0; draw < 60; draw++) saveShown(`draw-${draw}`)
  expect(wasShown('draw-59')).toBe(true)
  expect(wasShown('draw-0')).toBe(false)
  expect((await page()).wasShown('draw-30')).toBe(true)
})
