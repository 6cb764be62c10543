import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the sprite has every icon that the first file leaves out, once, and no other', () => {
  const source = read('src/ui/icon.tsx')
  const union = /type IconOfSprite =([^/]*?)\n\n/.exec(source)?.[1] ?? ''
  const wanted = [...union.matchAll(/'([a-z-]+)'/g)].map((it) => it[1])
  const drawn = [...read('src/ui/icons.svg').matchAll(/<path id="([a-z-]+)" d="[Mm][^"]+"\/>/g)].map((it) => it[1])
  expect(wanted.length).toBeGreaterThan(20)
  expect(drawn.toSorted()).toEqual(wanted.toSorted())
})
