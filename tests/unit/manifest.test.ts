import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { manifest } from '../../build/manifest.ts'

const files = [...(manifest.icons ?? []), ...(manifest.screenshots ?? [])]

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
