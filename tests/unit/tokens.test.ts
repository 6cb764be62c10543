import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Base } from '#src/ui/look.ts'
import { bases } from '#src/ui/palette.ts'
import { filesIn } from '#server/sources.mjs'
import { root } from '#server/install.mjs'
import { clippedLuminanceOf, contrast, luminanceOf, type Scheme } from '#tests/support/token-colours.ts'

const grounds = ['canvas', 'surface', 'sunken', 'raised']
const meanings = ['positive', 'warning', 'danger']

const text: [string, string][] = [
  ...grounds.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['ink-soft', ground],
    ['accent-ink', ground],
    ['positive', ground],
    ['warning', ground],
    ['danger', ground],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-pressed'],
  ['on-danger', 'danger-fill'],
  ['accent-ink', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['ink-soft', 'accent-soft'],
  ...meanings.flatMap((it): [string, string][] => [
    [it, `${it}-soft`],
    ['ink', `${it}-soft`],
  ]),
  ['canvas', 'ink'],
  ['ink', 'line'],
  ['code-ink', 'code-ground'],
]

const parts: [string, string][] = [
  ...grounds.map((ground): [string, string] => ['edge', ground]),
  ['accent', 'canvas'],
  ['accent', 'surface'],
  ['accent-ink', 'accent-soft'],
  ['danger-fill', 'surface'],
  ...['series-1', 'series-2', 'series-3', 'series-4', 'series-5'].map((it): [string, string] => [it, 'surface']),
]

/** Whatever a person mixes with the two sliders of the settings, and what we offer there. */
const anyBase = fc.record({
  hue: fc.integer({ min: 0, max: 359 }),
  vivid: fc.integer({ min: 0, max: 100 }).map((it) => it / 100),
})
const tried: Base[] = [
  ...Object.values(bases),
  ...Array.from({ length: 36 }, (_, step) => ({ hue: step * 10, vivid: 1 })),
  { hue: 0, vivid: 0 },
]

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  test.each(text)('text %s on %s has 4.5:1 with any base colour', (front, back) => keeps(4.5, front, back, scheme))
  test.each(parts)('%s beside %s has 3:1 with any base colour', (front, back) => keeps(3, front, back, scheme))
})

function keeps(ratio: number, front: string, back: string, scheme: Scheme): void {
  fc.assert(
    fc.property(anyBase, (base) => {
      for (const of of [luminanceOf, clippedLuminanceOf])
        expect(contrast(of(front, scheme, base), of(back, scheme, base))).toBeGreaterThanOrEqual(ratio)
    }),
    { numRuns: 200, examples: tried.map((it): [Base] => [it]) },
  )
}

test('every text colour that the sources lay on a ground is one of those proved', () => {
  const proved = new Set(text.map((pair) => pair.join(' on ')))
  const used = filesIn(join(root, 'src'))
    .filter((it) => it.endsWith('.tsx'))
    .flatMap((it) => pairsOf(readFileSync(it, 'utf8')))
  expect(used.length).toBeGreaterThan(40)
  expect([...new Set(used)].filter((it) => !proved.has(it))).toEqual([])
})

/**
 * Grounds and text colours of one list of classes, but for those of other states: a chosen one's ground is not under
 * the words of one that isn't.
 */
function pairsOf(source: string): string[] {
  return [...source.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g)].flatMap(([list]) => {
    const named = (kind: string) =>
      [...list.matchAll(new RegExp(`(?<![\\w:-])${kind}-(\\w+(?:-\\w+)*)(?=["'\`\\s])`, 'g'))]
        .map(([, name = '']) => name)
        .filter((it) => colours.has(it))
    return named('bg').flatMap((back) => named('text').map((front) => `${front} on ${back}`))
  })
}

const colours = new Set(
  [
    ...readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8').matchAll(
      /--color-([\w-]+): (?:light-dark|oklch)/g,
    ),
  ].map(([, name = '']) => name),
)

describe('the judge itself', () => {
  test('finds words on a ground where nobody proved them', () =>
    expect(pairsOf(`<p className="bg-line p-4 text-ink-soft hover:bg-accent">`)).toEqual(['ink-soft on line']))
  test('finds a contrast that is too low', () =>
    expect(() => keeps(4.5, 'line', 'surface', 'light')).toThrow('Property failed'))
})
