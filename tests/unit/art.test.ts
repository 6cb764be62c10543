import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { boxParts, gameArts, slotArts } from '#src/features/games/art.tsx'
import { drawings } from '#src/ui/art.tsx'

const sprite = readFileSync(new URL('../../src/ui/art.svg', import.meta.url), 'utf8')
const games = readFileSync(new URL('../../src/features/games/games.svg', import.meta.url), 'utf8')
const tokens = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')

test('every name has its drawing, and every drawing its name', () => {
  const drawn = [...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map((it) => it[1])
  expect(new Set(drawn)).toEqual(new Set(Object.values(drawings).flat()))
  expect(drawn).toHaveLength(Object.values(drawings).flat().length)
})

test('every prize and game has its drawing, and every drawing its name', () => {
  const drawn = [...games.matchAll(/<symbol id="([a-z0-9-]+)"/g)].map((it) => it[1]).toSorted()
  const named = [
    ...slotArts.map((it) => `slot-${it}`),
    ...gameArts.map((it) => `game-${it}`),
    ...boxParts.map((it) => `part-${it}`),
  ]
  expect(drawn).toEqual(named.toSorted())
})

test('drawings are coloured by tokens alone', () => {
  const colours = new Set([...`${sprite}${games}`.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map((it) => it[1] ?? ''))
  const known = new Set(['none', ...[...tokens.matchAll(/(--art-[a-z]+): light-dark\(/g)].map((it) => `var(${it[1]})`)])
  expect([...colours].filter((it) => !known.has(it))).toEqual([])
})
