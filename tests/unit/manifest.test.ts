import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { manifest } from '../../build/manifest.ts'

const shortcuts = manifest.shortcuts ?? []
const files = [...(manifest.icons ?? []), ...(manifest.screenshots ?? []), ...shortcuts.flatMap((it) => it.icons ?? [])]

test('every shortcut has an icon of its own, and a link goes on in the open window', () => {
  expect(new Set(shortcuts.map((it) => it.icons?.[0]?.src)).size).toBe(shortcuts.length)
  expect(shortcuts.every((it) => (it.icons ?? []).length === 1)).toBe(true)
  expect(manifest).toMatchObject({ id: './', launch_handler: { client_mode: ['focus-existing', 'auto'] } })
})

test('the app opens in a window of its own, or else in one with a bar, before it opens in a tab', () => {
  expect(manifest.display_override).toEqual([manifest.display, 'minimal-ui'])
  expect(manifest.display).toBe('standalone')
})

test.each(files.map((it) => ({ src: it.src, sizes: it.sizes })))(
  '$src is there, in the size the manifest says',
  ({ src, sizes }) => {
    const png = readFileSync(join(root, 'public', src))
    expect(png.subarray(12, 16).toString()).toBe('IHDR')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  },
)

test.each((manifest.screenshots ?? []).map((it) => it.src))('%s costs no more than 200 kB', (src) => {
  expect(readFileSync(join(root, 'public', src)).length).toBeLessThanOrEqual(200_000)
})

test.each((manifest.icons ?? []).map((it) => it.src))('%s is compressed: a first visit loads it', (src) => {
  expect(readFileSync(join(root, 'public', src)).length).toBeLessThanOrEqual(9000)
})
