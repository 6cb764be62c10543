import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'

const ui = join(root, 'src/ui')
const gallery = join(root, 'tests/support/gallery')

test('every part of src/ui is in the gallery, or within a part that is', () => {
  const shown = new Set<string>()
  const show = (part: string) => {
    if (shown.has(part)) return
    shown.add(part)
    for (const inner of imported(join(ui, part), /(?:from |import\()'\.\/([\w-]+\.tsx)'/g)) show(inner)
  }
  for (const page of components(gallery))
    for (const part of imported(join(gallery, page), /from '#src\/ui\/([\w-]+\.tsx)'/g)) show(part)
  expect(components(ui).length).toBeGreaterThan(60)
  expect(components(ui).filter((it) => !shown.has(it))).toEqual([])
})

function components(folder: string): string[] {
  return readdirSync(folder).filter((it) => it.endsWith('.tsx'))
}

function imported(file: string, names: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(names)].map(([, name = '']) => name)
}
