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

it('makes a new random seed for every draw', async () => {
  const { memberSeed, ownSeed } = await page()
  const seeds = Array.from({ length: 20 }, memberSeed)
  expect(new Set(seeds).size).toBe(20)
  expect(seeds.every((it) => /^[2-9a-z]{16}$/.test(it))).toBe(true)
  expect(ownSeed()).toBeUndefined()
})

it('keeps what the member writes, trimmed, until they go back to random', async () => {
  const { memberSeed, ownSeed, saveOwnSeed } = await page()
  expect(saveOwnSeed('  my lucky words ')).toBe(true)
  expect([memberSeed(), memberSeed(), (await page()).memberSeed()]).toEqual(Array(3).fill('my lucky words'))
  expect(saveOwnSeed('x'.repeat(65))).toBe(false)
  expect(memberSeed()).toBe('my lucky words')
  expect(saveOwnSeed('x'.repeat(64))).toBe(true)
  expect(saveOwnSeed('   ')).toBe(true)
  expect(ownSeed()).toBeUndefined()
  expect(memberSeed()).not.toBe(memberSeed())
})

it('passes over stored words that no draw would take', async () => {
  stored.set('voltfolio-games-own-seed', 'x'.repeat(65))
  expect((await page()).memberSeed()).toHaveLength(16)
})

it('remembers words as long as the page where the browser keeps nothing', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { memberSeed, saveOwnSeed } = await page()
  saveOwnSeed('mine')
  expect(memberSeed()).toBe('mine')
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
  for (let draw = 0; draw < 210; draw++) saveShown(`draw-${draw}`)
  expect(wasShown('draw-209')).toBe(true)
  expect(wasShown('draw-0')).toBe(false)
  expect((await page()).wasShown('draw-100')).toBe(true)
})
