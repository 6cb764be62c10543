/**
 * What the games keep on this device alone: the member's own words for the seed, the sound, the last result shown.
 * Where the browser keeps nothing, a choice lasts as long as the page.
 */
const names = {
  ownSeed: 'voltfolio-games-own-seed',
  sound: 'voltfolio-games-sound',
  shown: 'voltfolio-games-shown',
} as const
const inMemory = new Map<string, string>()

/** The longest seed of a member (protocol/games.ts, `MemberSeed`). */
export const longestSeed = 64

/**
 * The member's part of the seed of one draw: the words they wrote, else new random ones for every draw
 * (docs/fair-draws.md). A server that knew them before it made its own seed could look for one that suits it.
 */
export function memberSeed(): string {
  return ownSeed() ?? randomSeed()
}

/** The words that the member wrote; undefined where every draw takes random ones. */
export function ownSeed(): string | undefined {
  return plainSeed(read(names.ownSeed) ?? '')
}

/** Saves the member's own words, trimmed; empty ones go back to random. False where they are too long. */
export function saveOwnSeed(text: string): boolean {
  const seed = text.trim()
  if (seed !== '' && plainSeed(seed) === undefined) return false
  write(names.ownSeed, seed)
  return true
}

/** 16 random characters. */
function randomSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => alphabet[it % alphabet.length]).join('')
}

// 32 characters, so that every byte is fair; without those that are easily mixed up.
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'

function plainSeed(text: string): string | undefined {
  const seed = text.trim()
  return seed.length > 0 && seed.length <= longestSeed ? seed : undefined
}

export function wantsSound(): boolean {
  return read(names.sound) === 'on'
}

export function saveSound(isOn: boolean): void {
  write(names.sound, isOn ? 'on' : 'off')
}

/** Whether a result, named by its first draw, was shown here: one that was not is shown when the member comes back. */
export function wasShown(drawId: string): boolean {
  return (read(names.shown) ?? '').split(',').includes(drawId)
}

/** Results that are remembered as shown; an outbox row that tells of one is kept for a day. */
const mostShown = 200

export function saveShown(drawId: string): void {
  if (wasShown(drawId)) return
  const earlier = (read(names.shown) ?? '').split(',').filter(Boolean)
  write(names.shown, [...earlier, drawId].slice(-mostShown).join(','))
}

function read(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? inMemory.get(name)
  } catch {
    return inMemory.get(name)
  }
}

function write(name: string, value: string): void {
  inMemory.set(name, value)
  try {
    localStorage.setItem(name, value)
  } catch {
    // It lasts as long as the page.
  }
}
